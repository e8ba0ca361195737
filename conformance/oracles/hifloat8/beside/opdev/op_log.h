// The macros of the library's log that HiFloat8 names: a failed check does what it says, and nothing is logged.
#pragma once

#define OP_CHECK(condition, on_failure, on_success) \
    do {                                            \
        if (!(condition)) {                         \
            on_failure;                             \
        }                                           \
    } while (0)
#define OP_LOGE(...)
