# Completion of skat-arena for fish. The program itself says what there is.
function __skat_arena_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and echo $words[2]
end

function __skat_arena_options
    skat-arena (__skat_arena_command) --describe=options 2>/dev/null | string replace -r '\t([^\t]*)\t.*' '\t$1'
end

function __skat_arena_names
    switch (__skat_arena_command)
        case compare regress tune
            skat-arena --describe=configs 2>/dev/null
            skat-arena --describe=bots 2>/dev/null
        case study
            skat-arena --describe=studies 2>/dev/null
        case run realism
            skat-arena --describe=configs 2>/dev/null
        case plan check bots
            skat-arena --describe=bots 2>/dev/null
        case rules
            printf '%s\n' list show diff validate reference
            skat-arena --describe=rules 2>/dev/null
    end
end

complete -c skat-arena -n 'test -z (__skat_arena_command)' -f -a '(skat-arena --describe=commands 2>/dev/null)'
complete -c skat-arena -n 'test (__skat_arena_command) = help' -f -a '(skat-arena --describe=commands 2>/dev/null)'
complete -c skat-arena -n 'test -n (__skat_arena_command); and string match -q -- "-*" (commandline -ct)' -f -a '(__skat_arena_options)'
complete -c skat-arena -n 'test -n (__skat_arena_command)' -a '(__skat_arena_names)'
