// SPDX-License-Identifier: MIT
/* bots/pipe/question_seed.h - random numbers of a question's own, for children that sample.
 *
 * A child that draws all its numbers from one generator plays every later decision differently once
 * it has drawn one number more or fewer. So a question can bring a seed with it: the same question
 * of the same deal and seat has the same seed, whatever was asked before, and whatever was answered
 * elsewhere at the table.
 *
 * The seed is the SipHash-2-4, with 128 bits of output, of two words. The key is the second and the
 * third number of the stream of deal and seat (docs/formats.md, Deals); the first is `random` of
 * deal_begin. The first word has these bytes: kind of decision, cards played, kontra,
 * gifts_refused, gift_by (255: nobody), rum, cards turned, position of the decision. The second is
 * the bid so far for `bid` and `hold`, else 0. */
#ifndef PIPE_QUESTION_SEED_H
#define PIPE_QUESTION_SEED_H

#include "bots/pipe/text.h"
#include "bots/skat_bot.h"

/* The key of a deal and seat, from which the seeds of its questions come. */
struct question_key {
    uint64_t words[2];
};

/* Draws the key from the host's stream of the deal; once a deal, in deal_begin. */
struct question_key question_key_draw(const struct skat_bot_host *host);

/* Adds the member "seed" to a message, 32 hexadecimal digits. */
void put_question_seed(struct text *text, const struct question_key *key,
                       const struct skat_bot_view *view, const struct skat_bot_decision *decision);

#endif
