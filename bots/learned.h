// SPDX-License-Identifier: MIT
/* bots/learned.h - learned numbers, which are data: files of whole numbers of 16 bits, the least
 * significant byte first, as the programs write them that fit them.
 *
 * The assembler puts such a file into the module unchanged; paths are relative to the top of the
 * tree, where make and its compilers run. It knows no types, so a test compares the sizes. */
#ifndef BOTS_LEARNED_H
#define BOTS_LEARNED_H

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the files of learned numbers begin with the least significant byte"
#endif

/* LEARNED("network_weights", "bots/neural/cards.weights") defines the object of that name, which a
 * header declares; it is not visible outside of the module. */
#define LEARNED(name, file)                                                                        \
    __asm__(".section .rodata\n.balign 64\n.globl " name "\n.hidden " name "\n" name               \
            ":\n.incbin \"" file "\"\n.previous\n")

#endif
