// SPDX-License-Identifier: MIT
/* bots/pipe/messages.h - writes rules, views, decisions, events and results as JSON for a child,
 * and reads the actions in its answers: "pass", {"bid": 20}, {"hold": 20}, {"card": "CJ"},
 * {"declare": "GH"}. */
#ifndef PIPE_MESSAGES_H
#define PIPE_MESSAGES_H

#include <cjson/cJSON.h>

#include "bots/pipe/text.h"
#include "bots/skat_bot.h"

/* Writes an object with all options, by the names and words of rule-set files (configs/README.md),
 * and what follows from them. */
void put_rules(struct text *text, const char *key, const struct skat_bot_rules *rules);

/* `rules`: those in force. A contract is written without the announcements that others imply under
 * them. `in_trick`: number of cards in a trick. */
void put_view(struct text *text, const struct skat_bot_view *view,
              const struct skat_bot_rules *rules, int in_trick);
void put_decision(struct text *text, const struct skat_bot_decision *decision,
                  const struct skat_bot_view *view, const struct skat_bot_rules *rules);
void put_result(struct text *text, const struct skat_bot_result *result);

/* Writes the member "action": what was done, with its operand, and of a hold what was held. */
void put_event(struct text *text, const struct skat_bot_event *event,
               const struct skat_bot_rules *rules);

/* Reads an answer to `decision`. Returns 0 if it is not an action for this decision, or holds
 * something else than what is to be held; the arena checks whether it is legal. `json` may be NULL.
 */
int read_action(const cJSON *json, enum skat_bot_decision_kind decision,
                const struct skat_bot_view *view, struct skat_bot_action *action);

/* ---- random numbers of a question's own, for children that sample ---- */

/* A child that draws all its numbers from one generator plays every later decision differently once
 * it has drawn one number more or fewer. So a question can bring a seed with it: the same question
 * of the same deal and seat has the same seed, whatever was asked before, and whatever was answered
 * elsewhere at the table.
 *
 * The seed is the SipHash-2-4, with 128 bits of output, of two words. The key is the second and the
 * third number of the stream of deal and seat (docs/formats.md, Deals); the first is `random` of
 * deal_begin. The first word has these bytes: kind of decision, cards played, kontra,
 * gifts_refused, gift_by (255: nobody), rum, cards turned, position of the decision. The second is
 * the bid so far for `bid` and `hold`, else 0. */
struct question_key {
    uint64_t words[2];
};

/* Draws the key from the host's stream of the deal; once a deal, in deal_begin. */
struct question_key question_key_draw(const struct skat_bot_host *host);

/* Adds the member "seed" to a message, 32 hexadecimal digits. */
void put_question_seed(struct text *text, const struct question_key *key,
                       const struct skat_bot_view *view, const struct skat_bot_decision *decision);

#endif
