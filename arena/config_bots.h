/* arena/config_bots.h - the bots of a config: modules, probed and with their options. For config.c. */
#ifndef ARENA_CONFIG_BOTS_H
#define ARENA_CONFIG_BOTS_H

#include "arena/config.h"
#include "arena/json.h"

/* Reads the member `bots` into config->bots; problems are those of `root`. */
void config_read_bots(struct config *config, const struct json_value *root);
/* Does a bot remember earlier deals, so that sessions are played in one piece? */
bool config_bot_remembers(const struct bot *bot);

#endif
