// SPDX-License-Identifier: MIT
/* engine/game/phases.h - what the phases of a deal share: the table of phases, the hooks of variant
 * games, steps that several phases take, and what the files of this folder call of each other.
 * Private to this folder. */
#ifndef SKAT_ENGINE_GAME_PHASES_H
#define SKAT_ENGINE_GAME_PHASES_H

#include "engine/deck.h"
#include "engine/game/state.h"

struct skat_view;

/* ---- tables ---- */

struct skat_phase_row {
    uint8_t decision; /* enum skat_decision_kind */
    uint8_t also;     /* answers to this kind are accepted, too; NOTHING: none */
    /* Fills in the options of the decision; NULL: there are none. */
    void (*offer)(const struct skat_game *game, struct skat_decision *decision);
    /* Applies an answer of the player to move, of a kind that answers the decision. */
    enum skat_refusal (*apply)(struct skat_game *game, const struct skat_action *action);
};
extern const struct skat_phase_row skat_phases[SKAT_PHASES];

/* By kind of action, what is done when a player, in turn or not, says it; NULL: only an answer. */
extern enum skat_refusal (*const skat_unasked[SKAT_ACTIONS])(struct skat_game *game,
                                                             unsigned position);

/* How a game is declared, from the end of the auction to the announced game. */
struct skat_declaring {
    /* Fills in the games that may be announced now: phases GAME, DECLARE, TURN. */
    void (*offer)(const struct skat_game *game, struct skat_decision *decision);
    /* May this game be announced now? */
    enum skat_refusal (*may_declare)(const struct skat_game *game, struct skat_contract contract);
    /* The declarer takes the skat without announcing a game. */
    void (*pick_up)(struct skat_game *game);
    /* The declarer announces a game with the skat and takes it now; NULL: such games are announced
     * after the pick-up. */
    void (*name)(struct skat_game *game, struct skat_contract contract);
    /* The declarer turns a card of the skat; NULL: never. */
    enum skat_refusal (*turn_card)(struct skat_game *game);
};

/* What a game of its own does differently at the table (rules.md 10); engine/variants.c has what it
 * changes in the rules. Each hook may be NULL: then the game is played as Skat is. */
struct skat_variant_play {
    /* Begins a deal in place of the auction (rules.md 3). */
    void (*begin)(struct skat_game *game);
    const struct skat_declaring *declaring;
    /* Changes Skat's view of a player to that of the game. */
    void (*view)(const struct skat_game *game, unsigned position, struct skat_view *view);
    /* After kontra was said, or not. */
    void (*after_kontra)(struct skat_game *game);
    /* After a trick, if the game is not played with three hands. */
    void (*after_trick)(struct skat_game *game);
    /* After each action, if the third hand is a pile. */
    void (*turn_pile)(struct skat_game *game);
};
extern const struct skat_variant_play skat_variant_plays[SKAT_VARIANTS];

/* ---- steps ---- */

enum { FOREHAND = 0, MIDDLEHAND = 1, REARHAND = 2 };

static inline const struct skat_deck *deck_of(const struct skat_game *game)
{
    return game->rules->derived.deck;
}

/* The third position, given two. */
static inline unsigned third_position(unsigned one, unsigned other) { return 3 - one - other; }

static inline unsigned first_defender(const struct skat_game *game)
{
    return game->table.declarer == FOREHAND ? MIDDLEHAND : FOREHAND;
}

static inline unsigned partner_of(const struct skat_game *game, unsigned defender)
{
    return third_position(defender, game->table.declarer);
}

/* Adds to the record that a player names a contract. */
static inline void record_contract(struct skat_game *game, unsigned position, unsigned kind,
                                   struct skat_contract contract)
{
    skat_game_record(game, position, kind, (unsigned)contract.type << 8 | contract.with);
}

/* Adds the cards of an action of the player to move to the record, in order. */
static inline void record_cards(struct skat_game *game, const struct skat_action *action)
{
    for (int i = 0; i < action->count; i++)
        skat_game_record(game, game->table.turn, SKAT_MOVE_CARD_OF, action->cards[i]);
}

/* The cards of an action as a set; empty if they are not `count` different cards. */
static inline skat_cards action_cards(const struct skat_action *action, int count)
{
    skat_cards set = 0;

    if (action->count != count)
        return 0;
    for (int i = 0; i < count; i++) {
        if (!skat_card_valid(action->cards[i]) || skat_cards_has(set, action->cards[i]))
            return 0;
        set |= skat_card_bit(action->cards[i]);
    }
    return set;
}

static inline int cards_in_trick(const struct skat_game *game)
{
    return game->table.played_count - game->trick_began;
}

/* Sets the turn and the playable cards, which both pending and apply use. */
static inline void give_turn(struct skat_game *game, unsigned position)
{
    skat_cards hand = game->hands[position];
    int in_trick = cards_in_trick(game);

    game->table.turn = (uint8_t)position;
    if (game->blind) {
        game->playable = 0; /* cards are played by place: skat_blind_card() */
        return;
    }
    game->playable = in_trick == 0
                         ? hand
                         : skat_follow(game->order, hand,
                                       game->table.played[game->table.played_count - in_trick]);
}

/* The next decision is that of `position` in `phase`. */
static inline void ask(struct skat_game *game, enum skat_phase phase, unsigned position)
{
    game->phase = (uint8_t)phase;
    game->table.turn = (uint8_t)position;
}

/* Asks the declarer whether to concede. */
static inline void ask_to_concede(struct skat_game *game)
{
    game->concede_asked = true;
    ask(game, SKAT_PHASE_CONCEDE, game->table.declarer);
}

/* Returns to card play: the turn of the next player in the trick. */
static inline void resume_play(struct skat_game *game)
{
    game->phase = SKAT_PHASE_PLAY;
    give_turn(game, skat_trick_next(game));
}

static inline void end_game(struct skat_game *game, enum skat_ending ending)
{
    game->ending = (uint8_t)ending;
    ask(game, SKAT_PHASE_OVER, SKAT_NOBODY);
}

/* ---- auction.c: bidding, holding, passing (rules.md 3) ---- */

/* Middlehand bids first, to forehand. A dummy passes, so the dealer bids first. */
void skat_auction_start(struct skat_game *game);

void skat_bid_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_bid_answer(struct skat_game *game, const struct skat_action *action);
enum skat_refusal skat_hold_answer(struct skat_game *game, const struct skat_action *action);

/* ---- undeclared.c: nobody plays alone (rules.md 3, 7.5) ---- */

/* Nobody plays alone: the deal ends, or ramsch is played, as option passed_in says. */
void skat_passed_in(struct skat_game *game);

/* A deal of a ramsch round: asks everybody who may still declare grand hand, from forehand on; then
 * ramsch follows. */
void skat_ramsch_round_start(struct skat_game *game);

/* Starts ramsch: with passing on the skat, if that is schieberamsch. */
void skat_ramsch_start(struct skat_game *game);

/* How many times the loss of this ramsch has been doubled by pass-ons and knocks; before the first
 * card, how many times it can be. Depends on what a record tells. */
int skat_ramsch_doublings_most(const struct skat_game *game);

void skat_grand_hand_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_grand_hand_answer(struct skat_game *game, const struct skat_action *action);

/* The player offered the skat takes it, or passes it on unseen. */
enum skat_refusal skat_schieben_answer(struct skat_game *game, const struct skat_action *action);

/* The player who took the skat passes on cards. */
void skat_pass_on_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_pass_on_answer(struct skat_game *game, const struct skat_action *action);

/* A player knocks or does not (ramsch.klopfen): in schieberamsch whoever has just passed on cards,
 * in other ramsch everybody in turn, from forehand on. */
enum skat_refusal skat_knock_answer(struct skat_game *game, const struct skat_action *action);

/* ---- declaring.c: from the end of the auction to the first lead (rules.md 4, 7.6 - 7.8) ---- */

/* `declarer` plays alone and announces a game next: phases GAME and DECLARE, TURN of Turnéskat. */
void skat_declaring_start(struct skat_game *game, unsigned declarer);

void skat_declaring_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_declaring_answer(struct skat_game *game, const struct skat_action *action);

/* Sets the contract; `leader` leads to the first trick. */
void skat_announce(struct skat_game *game, struct skat_contract contract, unsigned leader);

/* Asks for the first decision of the announced game: concession (phase CONCEDE), then kontra, then
 * the lead. */
void skat_open(struct skat_game *game);

/* The declarer, asked whether to concede, plays on. */
enum skat_refusal skat_concede_answer(struct skat_game *game, const struct skat_action *action);

/* Revolution: a defender chooses a new hand (phase EXCHANGE). */
void skat_revolution_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_revolution_answer(struct skat_game *game, const struct skat_action *action);

/* ---- kontra.c: kontra, re, supra ... (rules.md 7.1) ---- */

/* Called before a card is played. If kontra may be said first, asks the declarer whether to concede
 * if that is still possible, and then the next defender. */
void skat_kontra_moment(struct skat_game *game);

/* How many doublings the game has if one side says the next one, when that is its word, and the
 * other side nothing; and if both say all that the rules allow. Depends on what a record tells, and
 * not on who was asked and said nothing. */
struct skat_kontra_limits skat_kontra_limits(const struct skat_game *game);

/* The player at `position` doubles. The player being asked may; with kontra.when first_trick, a
 * defender may also say kontra unasked until playing a first card. */
enum skat_refusal skat_kontra_say(struct skat_game *game, unsigned position);

/* The player being asked does not double. */
enum skat_refusal skat_kontra_answer(struct skat_game *game, const struct skat_action *action);

/* ---- card_play.c: cards (rules.md 5) ---- */

/* The decision of the player to move, and the answer to it: a card or a place in the hand. */
void skat_card_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_card_answer(struct skat_game *game, const struct skat_action *action);

/* ---- early_end.c: conceding, schenken, claims (rules.md 4, 5, 7.2) ---- */

/* May the declarer concede now, asked or not? */
bool skat_may_concede(const struct skat_game *game);

/* May the player at `position` (0..2), in turn or not, say during card play that it gives up? Never
 * without the option concede_later, in ramsch, and once it has said so. */
bool skat_may_resign(const struct skat_game *game, unsigned position);

/* The player at `position` concedes, or gives up later. Refused with SKAT_REFUSED_CONCEDE if it may
 * not. */
enum skat_refusal skat_concede(struct skat_game *game, unsigned position);

/* May the player at `position` propose to the partner that they give up? Only a defender may, also
 * out of turn, until the lead to the second trick, once per level. */
bool skat_gift_possible(const struct skat_game *game, unsigned position);

/* The player at `position` proposes it; the partner (phase AGREE) or the declarer (GIFT) says yes
 * or no. */
enum skat_refusal skat_gift_propose(struct skat_game *game, unsigned position);
enum skat_refusal skat_gift_answer(struct skat_game *game, const struct skat_action *action);

/* May the player to move claim the rest: once a deal, in a suit game, grand or sächsische Spitze,
 * and a declarer only without spitzen announced? In null and revolution only a declarer, who claims
 * to take no trick, and only with claims "consent". */
bool skat_may_claim(const struct skat_game *game);

/* The player to move claims. Granted: it gets the rest, and the game is over as if played out. Not
 * sure, as every claim in null is: its cards lie open from now on, and it is asked for a card
 * again; with claims "consent" the others are asked first. SKAT_REFUSED_CLAIM if it may not claim.
 */
enum skat_refusal skat_claim(struct skat_game *game);

/* A player is asked to agree: that another gives up later, or to a claim. A claim stands if both
 * others agree; who refuses it plays on against open cards. */
void skat_consent_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_consent_answer(struct skat_game *game, const struct skat_action *action);

/* ---- claim.c: is a claim sure? ---- */

/* Is there an order of the cards of the player whose view this is, and whose turn it is in a game
 * under these prepared rules, by which it takes every trick that is left, also the open one:
 * whatever the hidden cards are and whatever the others play? Exact, and without a search of the
 * play. Not for null and revolution. Allocates nothing; any number of threads. */
bool skat_claim_holds(const struct skat_rules *rules, const struct skat_view *view);

/* ---- variant_games.c (rules.md 10) ---- */

/* Herzblatt: the player being asked plays alone, or passes (phase OFFER). */
enum skat_refusal skat_herzblatt_answer(struct skat_game *game, const struct skat_action *action);

/* Räuberskat: forehand chooses a type of game (phase CHOOSE). */
void skat_duties_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_duties_answer(struct skat_game *game, const struct skat_action *action);

/* Offiziersskat: forehand announces the game (phase NAME); the dealer may double next. */
void skat_covered_offer(const struct skat_game *game, struct skat_decision *decision);
enum skat_refusal skat_covered_answer(struct skat_game *game, const struct skat_action *action);

/* Idiotenskat: the card at a place in a hand, SKAT_NO_CARD if there is none (any more); the place
 * of a card, or SKAT_HAND_MAX if the hand does not have it. */
skat_card skat_blind_card(const struct skat_game *game, unsigned position, unsigned place);
unsigned skat_blind_place(const struct skat_game *game, unsigned position, skat_card card);
/* The places that still hold cards, as bits. */
uint16_t skat_blind_places(const struct skat_game *game, unsigned position);

#endif
