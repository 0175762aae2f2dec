// SPDX-License-Identifier: MIT
/* bots/neural/network_weights.c - network_weights and hand_networks: train/README.md says how they
 * come about. */
#include "bots/learned.h"

LEARNED("network_weights", "bots/neural/cards.weights");
LEARNED("hand_networks", "bots/neural/hands.weights");
