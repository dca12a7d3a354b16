/* The lab for programs in other languages. Texts are UTF-8 and end with a zero.

   A call carries out one command line of `abrlab` inside the program: nothing is written to its standard output or
   error, nothing listens to its signals, and nothing is shared between two calls, which may run at once on different
   threads. Of one call only `abrlab_call_cancel` may be used while another thread uses it. What a function hands out
   lives until `abrlab_call_free`. Handles are those that a function has handed out, and never NULL. */

#ifndef ABRLAB_H
#define ABRLAB_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abrlab_call abrlab_call;

/* The version, such as 0.1.0. */
const char *abrlab_version(void);

/* A call, to be carried out once; a second time is refused with 64. The folder is that of the bundled traces and videos,
   or NULL where there is none. */
abrlab_call *abrlab_call_create(const char *bundled_data);
void abrlab_call_free(abrlab_call *call);

/* Carries out the words behind `abrlab`, such as run, --policy, auto; gives the exit code of the program. */
int32_t abrlab_call_perform(abrlab_call *call, int32_t count, const char *const *words);

/* Brings a policy of the caller's, before the call is carried out, which the words name as call(NAME): letters, digits,
   dots, hyphens and underscores. Its functions are called from threads of the call, maybe from several at once, until
   abrlab_call_perform comes back; each gives 0, or anything else to end the call with an error.

   Sessions are played in groups, side by side. `begin` tells of a group the number of sessions, of renditions that may be
   chosen and of segments, where the player's options would begin, the bits per second of each rendition, the seconds of
   each segment and the bytes of each segment in each rendition; a session of several items is a group by itself, and
   `begin` is called again with each further item and with other limits, of a group that has begun. `decide` has a row of 17 numbers for each session that
   asks, and wants a rendition for each: session, segment, segments_left, segment_duration_s, level_s, maximum_level_s,
   is_full, last_rendition, is_playing, rate, time_s, waited_s, download_rendition (-1 where no download has ended since
   the last question), download_bytes, download_transfer_s, download_latency_s, download_is_aborted. */
typedef int32_t (*abrlab_begin)(void *context, int64_t group, int32_t sessions, int32_t renditions, int32_t segments,
                                int32_t initial, const double *bandwidths, const double *durations,
                                const double *sizes);
typedef int32_t (*abrlab_decide)(void *context, int64_t group, int32_t count, const double *questions,
                                 int32_t *answers);
typedef void (*abrlab_end)(void *context, int64_t group);
void abrlab_call_policy(abrlab_call *call, const char *name, abrlab_begin begin, abrlab_decide decide, abrlab_end end,
                        void *context);

/* Compares two configurations of a run that another call has carried out: compare, A, B and options. */
int32_t abrlab_call_compare(abrlab_call *call, abrlab_call *run, int32_t count, const char *const *words);

/* Asks a call to stop, from any thread; it then ends with 130. */
void abrlab_call_cancel(abrlab_call *call);

/* What was written to standard output, and to standard error: lines after error:, hint: or warning:, and notes. */
const char *abrlab_call_output(abrlab_call *call);
const char *abrlab_call_diagnostics(abrlab_call *call);

/* After `run`, whatever its --format: the run as table, json, csv, md or latex, or "league LABEL METRIC..." (family,
   trace or video; names of metrics) for the rows of a league as JSON; NULL where nothing was played, and for another
   format. */
const char *abrlab_run_text(abrlab_call *call, const char *format, int32_t per_session);

/* After `run`: the sessions, a column for each metric. A column has either a number for each row, NaN where a session
   has none, or a code for each row, the index of a text. Functions give NULL or 0 for what a column does not have. */
int64_t abrlab_run_rows(abrlab_call *call);
int32_t abrlab_run_columns(abrlab_call *call);
const char *abrlab_run_name(abrlab_call *call, int32_t column);
const double *abrlab_run_numbers(abrlab_call *call, int32_t column);
const int32_t *abrlab_run_codes(abrlab_call *call, int32_t column);
int32_t abrlab_run_texts(abrlab_call *call, int32_t column);
const char *abrlab_run_text_at(abrlab_call *call, int32_t column, int32_t index);

/* Sessions of one video that are played step by step, side by side: at every request the caller chooses the rendition.
   A stepper belongs to one thread at a time and lives on after the call that made it. Renditions are numbered among
   those that may be chosen, the lowest bandwidth first. */
typedef struct abrlab_stepper abrlab_stepper;

/* So many sessions, 1 to 1,048,576, as the words of `run` describe them, without --policy, all at the beginning of the
   first trace; NULL where something is wrong, which abrlab_call_diagnostics says. */
abrlab_stepper *abrlab_stepper_create(abrlab_call *call, int32_t count, const char *const *words, int32_t sessions);
void abrlab_stepper_free(abrlab_stepper *stepper);

/* What is played: traces with their seconds, renditions with their bits per second, segments with their bytes; NaN for
   an index that there is not. */
int32_t abrlab_stepper_traces(abrlab_stepper *stepper);
double abrlab_stepper_trace_duration(abrlab_stepper *stepper, int32_t trace);
int32_t abrlab_stepper_renditions(abrlab_stepper *stepper);
int32_t abrlab_stepper_segments(abrlab_stepper *stepper);
double abrlab_stepper_bandwidth(abrlab_stepper *stepper, int32_t rendition);
double abrlab_stepper_size(abrlab_stepper *stepper, int32_t segment, int32_t rendition);

/* Begins a session anew, so many seconds into a trace. Gives 0, or -1 for a session or trace that there is not and for
   seconds that are negative or not finite, and then nothing has changed. */
int32_t abrlab_stepper_restart(abrlab_stepper *stepper, int32_t session, int32_t trace, double offset);

/* Chooses a rendition for each session and plays all of them to the next request or the end. A negative choice leaves a
   session where it is, and so does any for one that is over or was begun since the last step. Writes a row of 8 numbers
   for each session: time_s, level_s, stalled_s, the segment to choose for, rendition and bytes of the download before it
   and its seconds from the request to the last byte, and 1 where the session is over. `seen` has a matrix of 6 rows and
   abrlab_stepper_width columns for each session, Pensieve's state (SIGCOMM'17 4.2), which a step moves on. Gives -1, or a
   session whose choice is no rendition, and then nothing has changed. */
int32_t abrlab_stepper_width(abrlab_stepper *stepper);
int32_t abrlab_stepper_step(abrlab_stepper *stepper, const int32_t *choices, double *state, float *seen);

/* The metrics of a session up to now, NaN where it has none or there is no such session, and the name of each; NULL
   behind the last one. `metrics` has a place for each name. */
void abrlab_stepper_metrics(abrlab_stepper *stepper, int32_t session, double *metrics);
const char *abrlab_metric_name(int32_t metric);

#ifdef __cplusplus
}
#endif

#endif
