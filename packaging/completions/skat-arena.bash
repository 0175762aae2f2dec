# Completion of skat-arena for bash. The program itself says what there is.
_skat_arena() {
    local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ $command == help ]]; }; then
        mapfile -t COMPREPLY < <(compgen -W "$("$program" --describe=commands 2>/dev/null | cut -f1)" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$program" "$command" --describe=options 2>/dev/null | cut -f1)" -- "$word")
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    else
        local names
        case $command in
        study) names=$("$program" --describe=studies 2>/dev/null) ;;&
        run | tune | compare | realism | regress) names=$("$program" --describe=configs 2>/dev/null) ;;&
        compare | regress | tune | plan | check | bots) names+=" $("$program" --describe=bots 2>/dev/null)" ;;
        rules) names="list show diff validate reference $("$program" --describe=rules 2>/dev/null)" ;;
        esac
        mapfile -t COMPREPLY < <(compgen -W "$names" -- "$word")
        compopt -o default
    fi
}
complete -F _skat_arena skat-arena
