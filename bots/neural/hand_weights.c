// SPDX-License-Identifier: MIT
#include "bots/neural/hand_network.h"
const struct hand_network announcement_network, bid_network;
