// SPDX-License-Identifier: MIT
/* tests/bots/cheats/hostile.c - tries, when it is to play its first card of a deal, to do what no
 * bot should be able to; then plays on as basic would. `how` says what. Nobody should run it
 * without isolation. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
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

static const char *const hows[] = {
    "nothing",     "read_memory",  "trace",         "open_file",
    "write_file",  "connect",      "fork_bomb",     "execute",
    "allocate",    "kill_parent",  "print",         "loop",
    "close_all",   "lie_in_pipe",  "scribble",      "catch_sigsys",
    "burn_time",   "environment",  "print_forever", "kill_group",
    "descriptors", "map_code",     "constructor",   "forge_start",
    "be_reborn",   "choke",        "forge_crash",   "disguise_sigsys",
    "wake_others", "read_counter", "requeue",       "share_memory",
    "leave_note",  NULL,
};
enum how {
    NOTHING,
    READ_MEMORY,
    TRACE,
    OPEN_FILE,
    WRITE_FILE,
    CONNECT,
    FORK_BOMB,
    EXECUTE,
    ALLOCATE,
    KILL_PARENT,
    PRINT,
    LOOP,
    CLOSE_ALL,
    LIE_IN_PIPE,
    SCRIBBLE,
    CATCH_SIGSYS,
    BURN_TIME,
    ENVIRONMENT,
    PRINT_FOREVER,
    KILL_GROUP,
    DESCRIPTORS,
    MAP_CODE,
    CONSTRUCTOR,
    FORGE_START,
    BE_REBORN,
    CHOKE,
    FORGE_CRASH,
    DISGUISE_SIGSYS,
    WAKE_OTHERS,
    READ_COUNTER,
    REQUEUE,
    SHARE_MEMORY,
    LEAVE_NOTE,
};

struct hostile_bot {
    const struct skat_bot_host *host;
    enum how how;
    int tried;
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

/* Tenths of a second on any machine, since each step needs the one before. It looks at no clock: an
 * isolated bot is told the time by its worker, and waits for that, which costs it next to nothing
 * where the machine is busy. */
static void burn_time(void)
{
    enum { STEPS = 200000000 };
    uint64_t number = 1;
    volatile uint64_t seen;

    for (int i = 0; i < STEPS; i++)
        number = number * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    seen = number;
    use((long)seen);
}

static void print_forever(void)
{
    for (;;)
        printf("All work and no play makes Jack a dull bot.\n");
}

/* The whole shared memory, as far as it can be found: everything writable and shared. */
static void scribble(struct skat_bot_action *out)
{
    memset(out, 0xff, (1 << 12) - ((uintptr_t)out & 0xfff));
}

static void look_at_environment(const struct hostile_bot *bot)
{
    extern char **environ;
    char text[100];

    snprintf(text, sizeof text, "%d variables, secret file %d", environ && *environ ? 1 : 0,
             secret_file);
    bot->host->log(bot->host->context, text);
}

/* Which descriptors are there? Those of the bot process, and no others. */
static void look_at_descriptors(const struct hostile_bot *bot)
{
    char text[200] = "open:";

    for (int i = 0; i < 64; i++)
        if (lseek(i, 0, SEEK_CUR) >= 0 || errno == ESPIPE)
            snprintf(text + strlen(text), sizeof text - strlen(text), " %d", i);
    bot->host->log(bot->host->context, text);
}

static void on_signal(int number) { (void)number; }

/* What the bot process shares with its worker: host->context points to where its address stands. */
static struct bot_process_shm *shared_memory(const struct hostile_bot *bot)
{
    return *(struct bot_process_shm **)bot->host->context;
}

/* The next life is to begin with other options, another module, and without limits. */
static void forge_start(const struct hostile_bot *bot)
{
    struct bot_process_shm *memory = shared_memory(bot);

    memory->memory_limit = 0;
    memory->limits.node_budget = 12345;
    memory->module.settings[0].value = BE_REBORN;
    _exit(3);
}

/* Tells the next process of this life, which has seen no deal, that there was one before it: at the
 * end of the messages, which are never so long. */
static void leave_note(const struct hostile_bot *bot)
{
    static const char note[] = "I was here";
    struct bot_process_shm *memory = shared_memory(bot);
    char *end = memory->messages + sizeof memory->messages - sizeof note;

    if (memcmp(end, note, sizeof note) == 0)
        bot->host->log(bot->host->context, "the process before has left a note");
    memcpy(end, note, sizeof note);
    _exit(3);
}

/* Asks for numbers, and never hears them: what they come by is full in the end. */
static void choke(const struct hostile_bot *bot)
{
    shared_memory(bot)->wanting = PLAYER_PART_PLAY;
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
    use(open("/etc/passwd", O_RDONLY));
}

/* A crash that never was, told in a way that no terminal and no JSON should get. */
static void forge_crash(const struct hostile_bot *bot)
{
    struct crash *crash = &shared_memory(bot)->crash;

    memset(crash, 0x1b, sizeof *crash);
    for (int i = 0; i < CRASH_FRAMES; i++)
        crash->frames[i].symbol[0] = (char)0xff;
    crash->frame_count = 1 << 30;
    for (int i = 0; i < 4000; i++)
        putchar('"');
    fflush(stdout);
    _exit(3);
}

/* Its fourth argument is a number of those that wait, where other calls have a time. */
static void requeue(void)
{
    static uint32_t word = 1;
    use(syscall(SYS_futex, &word, FUTEX_REQUEUE_PRIVATE, 1, 1, &word, 0));
}

/* How many processes wait for a word of this module's file: a message, if another may wait there.
 */
static void wake_others(void)
{
    static const int word = 1;
    use(syscall(SYS_futex, &word, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0));
}

static void read_counter(void)
{
#ifdef __x86_64__
    use((long)__builtin_ia32_rdtsc());
#endif
}

static void do_harm(struct hostile_bot *bot, struct skat_bot_action *out)
{
    char *const arguments[] = {"/bin/true", NULL};

    switch (bot->how) {
    case NOTHING:
    case CONSTRUCTOR:
        break;
    case READ_MEMORY:
        read_parents_memory();
        break;
    case TRACE:
        use(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
        break;
    case OPEN_FILE:
        use(open("/etc/passwd", O_RDONLY));
        break;
    case WRITE_FILE:
        use(open("/tmp/hostile", O_WRONLY | O_CREAT, 0600));
        break;
    case CONNECT:
        connect_somewhere();
        break;
    case FORK_BOMB:
        for (;;)
            use(fork());
    case REQUEUE:
        requeue();
        break;
    case EXECUTE:
        execv("/bin/true", arguments);
        break;
    case ALLOCATE:
        allocate_all();
        break;
    case KILL_PARENT:
        kill(getppid(), SIGKILL);
        break;
    case KILL_GROUP:
        kill(0, SIGKILL);
        break;
    case PRINT:
        printf("{\"hello\": \"world\"}\n");
        fflush(stdout);
        fprintf(stderr, "I am on standard error\n");
        break;
    case PRINT_FOREVER:
        print_forever();
        break;
    case LOOP:
        for (volatile int i = 0;; i++)
            ;
    case BURN_TIME:
        burn_time();
        break;
    case CLOSE_ALL:
        for (int i = 0; i < 64; i++)
            close(i);
        break;
    case LIE_IN_PIPE: /* the worker's questions would be answered before they are asked */
        for (int i = 0; i < 64; i++)
            use(write(4, "ggrgrn", 6));
        break;
    case SCRIBBLE:
        scribble(out);
        break;
    case CATCH_SIGSYS:
        signal(SIGSYS, on_signal);
        use(open("/etc/passwd", O_RDONLY));
        break;
    case ENVIRONMENT:
        look_at_environment(bot);
        break;
    case DESCRIPTORS:
        look_at_descriptors(bot);
        break;
    case FORGE_START:
        forge_start(bot);
        break;
    case BE_REBORN:
        break;
    case LEAVE_NOTE:
        leave_note(bot);
        break;
    case CHOKE:
        choke(bot);
        break;
    case DISGUISE_SIGSYS:
        disguise_sigsys();
        break;
    case FORGE_CRASH:
        forge_crash(bot);
        break;
    case WAKE_OTHERS:
        wake_others();
        break;
    case READ_COUNTER:
        read_counter();
        break;
    case SHARE_MEMORY: /* with nobody, but the kernel keeps such pages where all can count them */
        use((long)mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
        break;
    case MAP_CODE:
        use((long)mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
                       -1, 0));
        break;
    }
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
    if (decision->kind == SKAT_BOT_DECIDE_CARD && view->trick_count == 3 && bot->how != NOTHING)
        do_harm(bot, out);
}

static void *create_hostile(const struct skat_bot_host *host,
                            const struct skat_bot_setting *settings, uint32_t count)
{
    struct hostile_bot *bot = calloc(count, sizeof *bot);

    bot->host = host;
    bot->how = (enum how)settings[0].value;
    if (bot->how == CONSTRUCTOR && secret_file >= 0)
        host->log(host->context, "the initialiser could open a file");
    if (bot->how == BE_REBORN || host->node_budget)
        host->log(host->context, "born with what it has written itself");
    return bot;
}

static const struct skat_bot_option options[] = {
    CHOICE_OPTION("how", "what it tries", hows, NOTHING),
};

TEST_BOT(.id = "hostile", .description = "tries what no bot should be able to",
         .flags = SKAT_BOT_DETERMINISTIC, TEST_BOT_OPTIONS(options), .create = create_hostile,
         .destroy = free, .act = act_hostile);
