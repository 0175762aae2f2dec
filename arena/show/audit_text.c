// SPDX-License-Identifier: MIT
#include "arena/show/audit_text.h"

#include <inttypes.h>
#include <math.h>

#include "arena/base/text.h"

/* An audit that leaves more of a bot's answers in doubt says little: 59 answers are needed. */
static const double DOUBT = 0.05;

/* Of all bots; `bound` is the largest. */
static struct audit_counts sum_of(const struct run_summary *summary, int *bots)
{
    struct audit_counts sum = {0};

    *bots = 0;
    for (int i = 0; i < summary->bots_count; i++) {
        const struct audit_counts *audit = summary->bots[i].audit;
        if (!audit || !audit->asked)
            continue;
        sum.asked += audit->asked;
        sum.redealt += audit->redealt;
        sum.different += audit->different;
        sum.unanswered += audit->unanswered;
        sum.bound = fmax(sum.bound, audit->bound);
        ++*bots;
    }
    return sum;
}

static void print_bot(const struct bot_summary *bot, FILE *out)
{
    const struct audit_counts *audit = bot->audit;

    if (audit && audit->different)
        fprintf(out,
                "  %s answered %" PRId64 " of %" PRId64
                " differently than in its games: it remembers, "
                "learns of hidden cards, or is not deterministic\n",
                bot->name, audit->different, audit->asked);
    if (audit && audit->unanswered)
        fprintf(out, "  %s gave no answer to %" PRId64 " of %" PRId64 "\n", bot->name,
                audit->unanswered, audit->asked);
}

static void print_doubt(double bound, const char *article, FILE *out)
{
    fprintf(out,
            bound > DOUBT ? "  no answer differs, but too few were asked to say much: %s bot might "
                            "still change up to %.2g %% of its answers (95 %% confidence)\n"
                          : "  no answer differs: %s bot changes fewer than %.2g %% of its answers "
                            "(95 %% confidence)\n",
            article, 100 * bound);
}

/* The answers of these may differ each time, so that nothing would follow. */
static void print_not_audited(const struct run_summary *summary, FILE *out)
{
    const char *before = "  not audited, since answers need not repeat: ";

    for (int i = 0; i < summary->bots_count; i++)
        if (!summary->bots[i].audit) {
            fprintf(out, "%s%s", before, summary->bots[i].name);
            before = ", ";
        }
    if (*before == ',')
        fputc('\n', out);
}

void print_audit(const struct run_summary *summary, FILE *out)
{
    int bots;
    const struct audit_counts sum = sum_of(summary, &bots);

    if (!sum.asked)
        return;
    fprintf(out,
            "audit: %" PRId64 " decision%s asked again in fresh processes, %" PRId64
            " with other hidden cards\n",
            sum.asked, text_plural(sum.asked), sum.redealt);
    if (!sum.different && !sum.unanswered)
        print_doubt(sum.bound, bots == 1 ? "the" : "a", out);
    for (int i = 0; i < summary->bots_count; i++)
        print_bot(&summary->bots[i], out);
    print_not_audited(summary, out);
}
