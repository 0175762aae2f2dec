// SPDX-License-Identifier: MIT
#include "bots/neural/network.h"
const struct network_weights network_weights;
