/* @NAME@.cc - a Skat bot in C++. Change what you like: it plays legally as it is.
 *
 * skat_bot.h is the interface, with a comment on every field; skat_bot_helpers.h has card points,
 * trumps and who wins a trick. `man skat-arena-bot`, or bots/README.md, explains when what is
 * called. No exception may leave a function that the arena calls. */
#include <algorithm>
#include <iterator>
#include <new>

#include "skat_bot.h"
#include "skat_bot_helpers.h"

namespace
{

int length_of(skat_bot_cards hand, int suit)
{
    return skat_bot_count(hand & SKAT_BOT_SUIT_CARDS(suit) & ~SKAT_BOT_JACKS);
}

int longest_suit(skat_bot_cards hand)
{
    const int suits[] = {SKAT_BOT_CLUBS, SKAT_BOT_SPADES, SKAT_BOT_HEARTS, SKAT_BOT_DIAMONDS};
    return *std::max_element(std::begin(suits), std::end(suits), [hand](int one, int other) {
        return length_of(hand, one) < length_of(hand, other);
    });
}

/* One player at a table. It may remember what it saw in this deal. */
class Player
{
  public:
    Player(const skat_bot_host *host, int limit) : host_(host), limit_(limit) {}

    void act(const skat_bot_view &view, const skat_bot_decision &decision,
             skat_bot_action &out) const
    {
        switch (decision.kind) {
        case SKAT_BOT_DECIDE_BID:
            out.kind = is_willing(view.hand, decision.bids[0]) ? SKAT_BOT_BID : SKAT_BOT_PASS;
            out.bid = decision.bids[0];
            break;
        case SKAT_BOT_DECIDE_HOLD:
            out.kind = is_willing(view.hand, view.bid) ? SKAT_BOT_HOLD : SKAT_BOT_PASS;
            break;
        case SKAT_BOT_DECIDE_GAME:
            out.kind = SKAT_BOT_PICK_UP;
            break;
        case SKAT_BOT_DECIDE_DECLARE:
            declare(view, decision, out);
            break;
        case SKAT_BOT_DECIDE_CARD: /* asked for forced cards, too */
            skat_bot_play(&out, choose(view, decision));
            break;
        }
    }

  private:
    /* Two for each jack, one for each ace, one for each card of the longest suit. */
    bool is_willing(skat_bot_cards hand, int bid) const
    {
        int strength = 2 * skat_bot_count(hand & SKAT_BOT_JACKS) +
                       skat_bot_count(hand & SKAT_BOT_ACES) + length_of(hand, longest_suit(hand));
        return strength >= 9 && bid <= limit_;
    }

    /* Announces the longest suit if that may be announced, and puts aside the first cards that are
     * neither trump nor ace. */
    static void declare(const skat_bot_view &view, const skat_bot_decision &decision,
                        skat_bot_action &out)
    {
        const int suit = longest_suit(view.hand);
        const skat_bot_cards keep = skat_bot_trumps(suit) | SKAT_BOT_ACES;
        skat_bot_cards first = decision.cards & ~keep, rest = decision.cards & keep;

        out.kind = SKAT_BOT_DECLARE;
        out.contract = decision.declarations[0];
        for (uint32_t i = 0; i < decision.declaration_count; i++)
            if (decision.declarations[i].type == suit && !decision.declarations[i].with)
                out.contract = decision.declarations[i];
        while (out.count < decision.discard_count)
            out.cards[out.count++] = skat_bot_pop(first ? &first : &rest);
    }

    /* Leads and takes tricks with high cards, gives away low ones. */
    static skat_bot_card choose(const skat_bot_view &view, const skat_bot_decision &decision)
    {
        const int game = view.contract.type;
        const skat_bot_card *trick;
        const int open = skat_bot_open_trick(&view, &trick);
        const bool ours = (view.winner == view.declarer) == (view.position == view.declarer);
        skat_bot_card best = skat_bot_first(decision.cards);
        int most = -1000;

        for (skat_bot_cards rest = decision.cards; rest;) {
            const skat_bot_card card = skat_bot_pop(&rest);
            const bool takes =
                !open ||
                skat_bot_beats(card, trick[skat_bot_trick_winner(trick, open, game)], game);
            const int points = skat_bot_points(card);
            int worth = takes          ? points - skat_bot_strength(card, game) / 4
                        : ours && open ? points
                                       : -points;
            if (game == SKAT_BOT_NULL || game == SKAT_BOT_RAMSCH)
                worth = -skat_bot_strength(card, game);
            if (worth > most) {
                most = worth;
                best = card;
            }
        }
        return best;
    }

    /* The only random numbers that a bot may use: a stream of this deal and seat. */
    uint64_t random() const { return host_->random(host_->context); }

    const skat_bot_host *host_;
    int limit_; /* the option "limit" */
};

void *create(const skat_bot_host *host, const skat_bot_setting *settings, uint32_t count)
{
    return count == 1 ? new (std::nothrow) Player(host, static_cast<int>(settings[0].value))
                      : nullptr;
}

void destroy(void *bot) { delete static_cast<Player *>(bot); }

void act(void *bot, const skat_bot_view *view, const skat_bot_decision *decision,
         skat_bot_action *out)
{
    static_cast<const Player *>(bot)->act(*view, *decision, *out);
}

skat_bot_option limit_option()
{
    skat_bot_option option = {};
    option.size = sizeof option;
    option.type = SKAT_BOT_OPTION_INT;
    option.name = "limit";
    option.help = "the highest value that it bids or holds";
    option.min = 18;
    option.max = 264;
    option.fallback = 36;
    return option;
}

const skat_bot_option options[] = {limit_option()};

skat_bot_module module()
{
    skat_bot_module module = {};
    module.size = sizeof module;
    module.abi_major = SKAT_BOT_ABI_MAJOR;
    module.abi_minor = SKAT_BOT_ABI_MINOR;
    module.view_size = sizeof(skat_bot_view);
    module.decision_size = sizeof(skat_bot_decision);
    module.action_size = sizeof(skat_bot_action);
    module.option_size = sizeof(skat_bot_option);
    module.id = "@ID@";
    module.version = "1";
    module.author = "";
    module.description = "my bot";
    module.flags = SKAT_BOT_DETERMINISTIC; /* no clock, no rand(): the same view, the same answer */
    module.option_count = 1;
    module.options = options;
    module.decisions = SKAT_BOT_DECIDES_BIDDING | SKAT_BOT_DECIDES_PLAY;
    module.create = create;
    module.destroy = destroy;
    module.act = act;
    return module;
}

} // namespace

extern "C" SKAT_BOT_EXPORT const skat_bot_module skat_bot = module();
