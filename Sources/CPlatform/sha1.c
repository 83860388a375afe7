#include "cplatform.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#include <stdatomic.h>

static bool has_instructions(void) {
  unsigned int a, b, c, d;
  // The processor needs SSSE3, SSE4.1 and the SHA extensions.
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 9) || !(c & 1u << 19)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & 1u << 29;
}

// Four of the 80 rounds; every twenty rounds share a constant.
#define FOUR_ROUNDS(step)                                                      \
  {                                                                            \
    if ((step) > 3)                                                            \
      words[(step) & 3] = _mm_sha1msg2_epu32(                                  \
          _mm_xor_si128(                                                       \
              _mm_sha1msg1_epu32(words[(step) & 3], words[((step) + 1) & 3]),  \
              words[((step) + 2) & 3]),                                        \
          words[((step) + 3) & 3]);                                            \
    __m128i sum = (step) == 0                                                  \
        ? _mm_add_epi32(e, words[0])                                           \
        : _mm_sha1nexte_epu32(before, words[(step) & 3]);                      \
    before = abcd;                                                             \
    abcd = _mm_sha1rnds4_epu32(abcd, sum, (step) / 5);                         \
  }
#define TWENTY_ROUNDS(step)                                                    \
  FOUR_ROUNDS(step)                                                            \
  FOUR_ROUNDS((step) + 1)                                                      \
  FOUR_ROUNDS((step) + 2)                                                      \
  FOUR_ROUNDS((step) + 3)                                                      \
  FOUR_ROUNDS((step) + 4)

__attribute__((target("sha,ssse3,sse4.1"))) static void take(
    unsigned int *state, const unsigned char *bytes, long blocks) {
  const __m128i order = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
  __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0x1b);
  __m128i e = _mm_set_epi32((int)state[4], 0, 0, 0);
  for (; blocks > 0; blocks--, bytes += 64) {
    const __m128i old_abcd = abcd, old_e = e;
    __m128i words[4], before = abcd;
    for (int index = 0; index < 4; index++)
      words[index] = _mm_shuffle_epi8(
          _mm_loadu_si128((const __m128i *)(bytes + 16 * index)), order);
    TWENTY_ROUNDS(0)
    TWENTY_ROUNDS(5)
    TWENTY_ROUNDS(10)
    TWENTY_ROUNDS(15)
    e = _mm_sha1nexte_epu32(before, old_e);
    abcd = _mm_add_epi32(abcd, old_abcd);
  }
  _mm_storeu_si128((__m128i *)state, _mm_shuffle_epi32(abcd, 0x1b));
  state[4] = (unsigned int)_mm_extract_epi32(e, 3);
}

bool memo_sha1(unsigned int *state, const unsigned char *bytes, long blocks) {
  static atomic_int known;
  if (known == 0) known = has_instructions() ? 1 : -1;
  if (known < 0) return false;
  take(state, bytes, blocks);
  return true;
}
#else
bool memo_sha1(unsigned int *state, const unsigned char *bytes, long blocks) {
  return false;
}
#endif
