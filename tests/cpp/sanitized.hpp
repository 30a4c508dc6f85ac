// Whether AddressSanitizer is in the program: defines ATTN_SANITIZED if so.
#pragma once

#ifdef __SANITIZE_ADDRESS__
#define ATTN_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ATTN_SANITIZED
#endif
#endif
