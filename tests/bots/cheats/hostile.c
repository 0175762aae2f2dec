// SPDX-License-Identifier: MIT
/* tests/bots/cheats/hostile.c - tries, when it is to play its first card of a deal, to do what no
 * bot should be able to; then plays on as basic would. `how` says what. Nobody should run it
 * without isolation. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/bot/bot_process_shm.h"
#include "tests/bots/basic.h"
#include "tests/bots/bot.h"

enum { NOTHING, BE_REBORN };
static const char *const hows[] = {
    "nothing",      "be_reborn",    "read_memory", "trace",
    "open_file",    "write_file",   "connect",     "fork_bomb",
    "execute",      "allocate",     "kill_parent", "kill_group",
    "loop",         "close_all",    "lie_in_pipe", "scribble",
    "catch_sigsys", "burn_time",    "look_around", "print_forever",
    "map_code",     "forge",        "choke",       "disguise_sigsys",
    "wake_others",  "read_counter", "requeue",     "share_memory",
    NULL,
};

struct hostile_bot {
    const struct skat_bot_host *host;
    const char *how;
    volatile uint64_t turns;
};

/* Before anybody can ask it: a module's initialiser. What it finds is told later. */
static int secret_file = -1;
__attribute__((constructor)) static void begin(void)
{
    secret_file = open("/etc/passwd", O_RDONLY);
}

static void use(long result) { (void)result; }

static void connect_somewhere(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(80)};
    int socket_end = socket(AF_INET, SOCK_STREAM, 0);
    use(connect(socket_end, (struct sockaddr *)&address, sizeof address));
}

static void read_parents_memory(void)
{
    char bytes[64];
    struct iovec here = {bytes, sizeof bytes}, there = {(void *)0x400000, sizeof bytes};
    use(process_vm_readv(getppid(), &here, 1, &there, 1, 0));
}

static void allocate_all(void)
{
    for (;;) {
        volatile char *block = malloc(1 << 24);
        for (size_t i = 0; i < 1 << 24; i += 4096)
            block[i] = 1; /* malloc() says NULL in the end: that is a crash */
    }
}

/* More than five milliseconds on any machine, since each step needs the one before. It looks at no
 * clock: an isolated bot is told the time by its worker, and waits for that, which costs it next to
 * nothing where the machine is busy. */
static void burn_time(void)
{
    enum { STEPS = 10000000 };
    uint64_t number = 1;
    volatile uint64_t seen;

    for (int i = 0; i < STEPS; i++)
        number = number * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    seen = number;
    use((long)seen);
}

/* Says what it finds of its user, on all ways out of the process that it has. */
static void look_around(const struct hostile_bot *bot)
{
    extern char **environ;
    char text[200];

    snprintf(text, sizeof text, "%d variables, secret file %d", environ && *environ ? 1 : 0,
             secret_file);
    bot->host->log(bot->host->context, text);
    snprintf(text, sizeof text, "open:");
    for (int i = 0; i < 64; i++)
        if (lseek(i, 0, SEEK_CUR) >= 0 || errno == ESPIPE)
            snprintf(text + strlen(text), sizeof text - strlen(text), " %d", i);
    bot->host->log(bot->host->context, text);
    printf("{\"hello\": \"world\"}\n");
    fflush(stdout);
    fprintf(stderr, "I am on standard error\n");
}

static void on_signal(int number) { (void)number; }

/* What the bot process shares with its worker: host->context is an instance, which begins with a
 * pointer to what begins with its address. */
static struct bot_process_shm *shared_memory(const struct hostile_bot *bot)
{
    return **(struct bot_process_shm ***)bot->host->context;
}

/* Leaves in the memory that its next life will have, too: other options and no limits; a note,
 * where messages never reach; and a crash that never was, told in a way that no terminal and no
 * JSON should get. */
static void forge(const struct hostile_bot *bot)
{
    static const char note[] = "I was here";
    struct bot_process_shm *memory = shared_memory(bot);
    char *end = memory->messages + sizeof memory->messages - sizeof note;

    if (memcmp(end, note, sizeof note) == 0)
        bot->host->log(bot->host->context, "the process before has left a note");
    memcpy(end, note, sizeof note);
    memory->memory_limit = 0;
    memory->limits.nodes = 12345;
    memory->module.settings[0].value = BE_REBORN;
    memset(&memory->crash, 0x1b, sizeof memory->crash);
    for (int i = 0; i < CRASH_FRAMES; i++)
        memory->crash.frames[i].symbol[0] = (char)0xff;
    memory->crash.frame_count = 1 << 30;
    for (int i = 0; i < 4000; i++)
        putchar('"');
    fflush(stdout);
    _exit(3);
}

/* Asks for numbers, and never hears them: what they come by is full in the end. */
static void choke(const struct hostile_bot *bot)
{
    struct bot_process_shm *memory = shared_memory(bot);
    const struct bot_process_message *asked = (const void *)memory->messages;

    memory->wanting =
        (struct bot_process_wanting){asked->instance, PLAYER_PART_PLAY, asked->streams};
    for (;;)
        use(write(BOT_PROCESS_REPLIES, "r", 1));
}

/* The kernel takes 32 bits of a signal's number; a filter sees 64. */
static void disguise_sigsys(void)
{
    const struct {
        void (*handler)(int number);
        unsigned long flags;
        void (*restorer)(int number);
        uint64_t mask;
    } action = {.handler = _exit, .flags = 0x04000000, .restorer = _exit}; /* SA_RESTORER */

    syscall(SYS_rt_sigaction, SIGSYS | 1L << 32, &action, NULL, sizeof action.mask);
}

static void map(int protection, int flags)
{
    use((long)mmap(NULL, 4096, protection, flags | MAP_ANONYMOUS, -1, 0));
}

static bool tries(const struct hostile_bot *bot, const char *how)
{
    return strcmp(bot->how, how) == 0;
}

static void do_harm(struct hostile_bot *bot, struct skat_bot_action *out)
{
    char *const arguments[] = {"/bin/true", NULL};
    static const int word = 1;

    if (tries(bot, "read_memory"))
        read_parents_memory();
    else if (tries(bot, "trace"))
        use(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
    else if (tries(bot, "catch_sigsys"))
        signal(SIGSYS, on_signal);
    else if (tries(bot, "open_file"))
        use(open("/etc/passwd", O_RDONLY));
    else if (tries(bot, "write_file"))
        use(open("/tmp/hostile", O_WRONLY | O_CREAT, 0600));
    else if (tries(bot, "connect"))
        connect_somewhere();
    else if (tries(bot,
                   "requeue")) /* its fourth argument is a number, where other calls have a time */
        use(syscall(SYS_futex, &word, FUTEX_REQUEUE_PRIVATE, 1, 1, &word, 0));
    else if (tries(bot,
                   "wake_others")) /* how many wait for a word of this module's file: a message */
        use(syscall(SYS_futex, &word, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0));
    else if (tries(bot, "execute"))
        execv("/bin/true", arguments);
    else if (tries(bot, "allocate"))
        allocate_all();
    else if (tries(bot, "kill_parent"))
        kill(getppid(), SIGKILL);
    else if (tries(bot, "kill_group"))
        kill(0, SIGKILL);
    else if (tries(bot, "look_around"))
        look_around(bot);
    else if (tries(bot, "burn_time"))
        burn_time();
    else if (tries(bot, "scribble")) /* over the whole shared memory, as far as it can be found */
        memset(out, 0xff, (1 << 12) - ((uintptr_t)out & 0xfff));
    else if (tries(bot, "forge"))
        forge(bot);
    else if (tries(bot, "choke"))
        choke(bot);
    else if (tries(bot, "disguise_sigsys"))
        disguise_sigsys();
    else if (tries(bot, "share_memory")) /* with nobody, but where all can count such pages */
        map(PROT_READ | PROT_WRITE, MAP_SHARED);
    else if (tries(bot, "map_code"))
        map(PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE);
#ifdef __x86_64__
    else if (tries(bot, "read_counter"))
        use((long)__builtin_ia32_rdtsc());
#endif
    while (tries(bot, "fork_bomb"))
        use(fork());
    while (tries(bot, "print_forever"))
        printf("All work and no play makes Jack a dull bot.\n");
    while (tries(bot, "loop"))
        bot->turns++;
    for (int i = 0; i < 64 && tries(bot, "close_all"); i++)
        close(i);
    for (int i = 0; i < 64 && tries(bot, "lie_in_pipe"); i++)
        use(write(4, "ggrgrn", 6)); /* answers to questions that are not asked yet */
}

static void act_hostile(void *instance, const struct skat_bot_view *view,
                        const struct skat_bot_decision *decision, struct skat_bot_action *out)
{
    struct hostile_bot *bot = instance;

    act(instance, view, decision, out);
    if (decision->kind == SKAT_BOT_DECIDE_BID)
        out->kind = SKAT_BOT_PASS;
    if (decision->kind == SKAT_BOT_DECIDE_DECLARE)
        out->contract = decision->declarations[0];
    if (decision->kind == SKAT_BOT_DECIDE_CARD && view->trick_count == 3)
        do_harm(bot, out);
}

static void *create_hostile(const struct skat_bot_host *host,
                            const struct skat_bot_setting *settings, uint32_t count)
{
    struct hostile_bot *bot = calloc(count, sizeof *bot);

    bot->host = host;
    bot->how = hows[settings[0].value];
    if (tries(bot, "look_around") && secret_file >= 0)
        host->log(host->context, "the initialiser could open a file");
    if (tries(bot, "be_reborn") || host->limits.nodes)
        host->log(host->context, "born with what it has written itself");
    return bot;
}

static const struct skat_bot_option options[] = {
    CHOICE_OPTION("how", "what it tries", hows, NOTHING),
};

TEST_BOT(.id = "hostile", .description = "tries what no bot should be able to",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options), .create = create_hostile,
         .destroy = free, .act = act_hostile);
