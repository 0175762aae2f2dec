// SPDX-License-Identifier: MIT
#include "arena/bot/own_descriptors.h"

void own_descriptors_note(struct own_descriptors *own, int first, int second)
{
    const int numbers[OWN_DESCRIPTORS] = {first, second};

    for (int i = 0; i < OWN_DESCRIPTORS; i++) {
        own->numbers[i] = numbers[i];
        if (fstat(numbers[i], &own->files[i]) < 0)
            own->files[i] = (struct stat){0}; /* never found there */
    }
}

bool own_descriptors_are_there(const struct own_descriptors *own)
{
    struct stat now;

    for (int i = 0; i < OWN_DESCRIPTORS; i++)
        if (fstat(own->numbers[i], &now) < 0 || now.st_dev != own->files[i].st_dev ||
            now.st_ino != own->files[i].st_ino)
            return false;
    return true;
}
