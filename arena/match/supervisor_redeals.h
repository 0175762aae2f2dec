// SPDX-License-Identifier: MIT
/* arena/match/supervisor_redeals.h - has the bids of deals asked for before they are played, and
 * the deals that two bots played differently dealt again (redeal_runner.h), before their units are
 * taken.
 *
 * When all games of a unit are played, the deals with different games are given to runners. A
 * unit is taken when its re-deals are there, too, so its lines and its part of the difference
 * are complete, and a sequential test sees them. Where bids alone are compared, runners first
 * scout the deals of a unit, and those that are bid alike are left out of its parts. Nothing
 * happens in other runs. */
#ifndef ARENA_MATCH_SUPERVISOR_REDEALS_H
#define ARENA_MATCH_SUPERVISOR_REDEALS_H

#include <poll.h>

#include "arena/match/supervisor_state.h"

/* After the units. False with an error when there is no memory. */
bool supervisor_open_redeals(struct supervisor *run);
/* Ends the runners, and adds what they counted to the result. */
void supervisor_close_redeals(struct supervisor *run, int64_t patience_ms);

/* Gives deals of units that are finished to idle runners, and starts those that are needed. A
 * failure is in run->failed or run->shortage. */
void supervisor_give_redeals(struct supervisor *run);
/* Gives units whose bids are not known to idle runners, in order. */
void supervisor_give_scouting(struct supervisor *run);
/* Whether it is known which games of a unit are to be played. */
bool supervisor_is_scouted(const struct supervisor *run, const struct open_unit *open);
/* How many runners are at work. */
int supervisor_redeals_playing(const struct supervisor *run);

/* Fills in what is to be polled for runners at work; returns how many, at most one for each
 * worker of the config. */
int supervisor_redeals_poll(struct supervisor *run, struct pollfd *polled);
/* Takes the replies after poll(), of the same entries. */
void supervisor_redeals_hear(struct supervisor *run, const struct pollfd *polled, int count);

/* Whether no re-deals of a unit are to come, so that it can be taken. */
bool supervisor_redeals_are_done(const struct supervisor *run, const struct open_unit *open);
/* Its games are played again: so are its re-deals. */
void supervisor_forget_redeals(struct supervisor *run, struct open_unit *open);

#endif
