// A program that has the lab in it: loads the library, uses all of its functions, rightly and wrongly, and unloads it
// again. `make embedding` builds both under AddressSanitizer. Arguments: the library, a trace folder, a video.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../Sources/ABRLabC/abrlab.h"

#define FUNCTIONS(F)                                                                                                  \
  F(version) F(call_create) F(call_free) F(call_perform) F(call_policy) F(call_compare) F(call_cancel)                \
  F(call_output) F(call_diagnostics) F(run_text) F(run_rows) F(run_columns) F(run_name) F(run_numbers) F(run_codes)   \
  F(run_texts) F(run_text_at) F(stepper_create) F(stepper_free) F(stepper_traces) F(stepper_trace_duration)           \
  F(stepper_renditions) F(stepper_segments) F(stepper_bandwidth) F(stepper_size) F(stepper_restart)                   \
  F(stepper_width) F(stepper_step) F(stepper_metrics) F(metric_name)
#define DECLARED(name) static __typeof__(abrlab_##name) *name;
#define FOUND(name) expect((name = (__typeof__(abrlab_##name) *)dlsym(library, "abrlab_" #name)) != NULL);
FUNCTIONS(DECLARED)

#define expect(condition)                                                                                             \
  do {                                                                                                                \
    if (!(condition)) {                                                                                               \
      fprintf(stderr, "embedding.c:%d: not so: %s\n", __LINE__, #condition);                                          \
      exit(1);                                                                                                        \
    }                                                                                                                 \
  } while (0)
#define WORDS(...) (int32_t)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)), (const char *[]){__VA_ARGS__}

static const char *traces, *video, *program = "/tmp/abrlab-embedding.sh";

// Threads of this process: none may be left when a call comes back. AddressSanitizer starts none.
static int threads(void) {
  int count = 0;
  DIR *folder = opendir("/proc/self/task");
  for (struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
  closedir(folder);
  return count;
}

static int32_t answer, began, ended;

static int32_t begin(void *context, int64_t group, int32_t sessions, int32_t renditions, int32_t segments,
                     int32_t initial, const double *bandwidths, const double *durations, const double *sizes) {
  (void)context, (void)group, (void)initial;
  __atomic_add_fetch(&began, 1, __ATOMIC_SEQ_CST);
  double sum = bandwidths[renditions - 1] + durations[segments - 1] + sizes[segments * renditions - 1];
  return sessions > 0 && sum > 0 ? 0 : -1;
}

static int32_t decide(void *context, int64_t group, int32_t count, const double *questions, int32_t *answers) {
  (void)context, (void)group;
  for (int32_t row = 0; row < count; row += 1) answers[row] = questions[17 * row + 16] >= 0 ? answer : -7;
  return answer == 99 ? 1 : 0;
}

static void end(void *context, int64_t group) {
  (void)context, (void)group;
  __atomic_add_fetch(&ended, 1, __ATOMIC_SEQ_CST);
}

static void runs(void) {
  abrlab_call *call = call_create(NULL);
  expect(call_perform(call, WORDS("run", "--traces", traces, "--video", video, "--policy", "bola", "bba-0", "-j",
                                  "3")) == 0);
  expect(strstr(call_output(call), "bba-0") && run_rows(call) > 1);
  int32_t columns = run_columns(call);
  expect(columns > 20);
  for (int32_t column = -2; column < columns + 2; column += 1) {
    const char *name = run_name(call, column);
    const double *numbers = run_numbers(call, column);
    const int32_t *codes = run_codes(call, column);
    int isThere = column >= 0 && column < columns;
    expect(!name == !isThere && (isThere ? !numbers != !codes : !numbers && !codes));
    for (int64_t row = 0; row < run_rows(call); row += 1) {
      if (numbers) expect(isnan(numbers[row]) || fabs(numbers[row]) < 1e18);
      if (codes) expect(run_text_at(call, column, codes[row]) != NULL);
    }
    expect(!run_text_at(call, column, -1) && !run_text_at(call, column, run_texts(call, column)));
  }
  expect(strstr(run_text(call, "json", 1), "\"policies\"") && !run_text(call, "nonsense", 0));
  // A second use of a call, and comparisons of what is there and what is not.
  expect(call_perform(call, WORDS("run", "--nonsense")) != 0);
  const char *sides[][2] = {{"bola", "bba-0"}, {"--help", "bba-0"}, {"bola", "none"}};
  for (int index = 0; index < 3; index += 1) {
    abrlab_call *comparison = call_create("/no/such/folder");
    int32_t code = call_compare(comparison, call, WORDS("compare", sides[index][0], sides[index][1]));
    expect(index == 0 ? code == 0 || code == 2 : code == 64);
    expect(index == 0 || strstr(call_diagnostics(comparison), "error: "));
    call_free(comparison);
  }
  call_free(call);
  // Words of every kind.
  const char *wrong[][3] = {{"run", "--policy", NULL},  {"", "", ""},          {"run", "\xff\xfe", "--traces"},
                            {"check", "--baseline", ""}, {"nonsense", "x", "y"}, {"trace", "stats", "/dev/zero"}};
  for (int index = 0; index < 6; index += 1) {
    abrlab_call *other = call_create(NULL);
    expect(call_perform(other, 3, wrong[index]) != 0 && strstr(call_diagnostics(other), "error: "));
    expect(run_rows(other) == 0 && run_columns(other) == 0 && !run_text(other, "csv", 1));
    call_free(other);
  }
  abrlab_call *none = call_create(NULL);
  (void)call_perform(none, -1, NULL);
  call_free(none);
}

static void policies(void) {
  for (answer = -3; answer <= 100; answer = answer < 2 ? answer + 1 : answer * 7 + 1) {
    began = ended = 0;
    abrlab_call *call = call_create(NULL);
    call_policy(call, "ours", begin, decide, end, NULL);
    int32_t code = call_perform(call, WORDS("run", "--traces", traces, "--video", video, "--policy", "call(ours)"));
    expect(answer >= 0 && answer < 3 ? code == 0 && began > 0 && ended > 0 : code == 1);
    call_free(call);
  }
  // A program that ends at once, or closes its input: no signal comes to this one.
  const char *texts[] = {"exit 0", "exec <&-; sleep 0.1", "read line; echo '{\"abrlab\": 1}'; exec <&-", "kill -9 $$"};
  char word[100];
  snprintf(word, sizeof word, "exec(%s)", program);
  for (int index = 0; index < 12; index += 1) {
    FILE *file = fopen(program, "w");
    fprintf(file, "#!/bin/sh\n%s\n", texts[index % 4]);
    fclose(file);
    chmod(program, 0700);
    abrlab_call *call = call_create(NULL);
    expect(call_perform(call, WORDS("run", "--traces", traces, "--video", video, "--policy", word)) == 1);
    expect(strstr(call_diagnostics(call), "error: exec("));
    call_free(call);
  }
  unlink(program);
}

static void *cancelled(void *call) {
  usleep(20000);
  call_cancel(call);
  return NULL;
}

static void *oneRun(void *unused) {
  (void)unused;
  abrlab_call *call = call_create(NULL);
  expect(call_perform(call, WORDS("run", "--traces", traces, "--video", video, "--policy", "bola", "-j", "2")) == 0);
  call_free(call);
  return NULL;
}

static void together(void) {
  pthread_t others[4];
  for (int index = 0; index < 4; index += 1) expect(!pthread_create(&others[index], NULL, oneRun, NULL));
  for (int index = 0; index < 4; index += 1) pthread_join(others[index], NULL);
  abrlab_call *call = call_create(NULL);
  expect(!pthread_create(&others[0], NULL, cancelled, call));
  int32_t code = call_perform(call, WORDS("run", "--traces", traces, "--video", video, "--policy", "robust-mpc",
                                          "bola", "auto", "bba-0", "-j", "2"));
  pthread_join(others[0], NULL);
  expect(code == 130 || code == 0);
  call_free(call);
}

static void steppers(void) {
  abrlab_call *call = call_create(NULL);
  int32_t wrong[] = {0, -1, INT32_MIN, INT32_MAX, (1 << 20) + 1};
  for (int index = 0; index < 5; index += 1)
    expect(!stepper_create(call, WORDS("run", "--traces", traces, "--video", video), wrong[index]));
  expect(!stepper_create(call, WORDS("run", "--traces", "/none", "--video", video), 1));
  abrlab_stepper *stepper = stepper_create(call, WORDS("run", "--traces", traces, "--video", video), 3);
  expect(stepper != NULL);
  call_free(call);
  int32_t renditions = stepper_renditions(stepper), width = stepper_width(stepper), metrics = 0;
  while (metric_name(metrics)) metrics += 1;
  expect(metrics > 10 && !metric_name(-1) && !metric_name(INT32_MAX));
  expect(isnan(stepper_trace_duration(stepper, -1)) && isnan(stepper_trace_duration(stepper, INT32_MAX)));
  expect(stepper_trace_duration(stepper, stepper_traces(stepper) - 1) > 0);
  expect(isnan(stepper_bandwidth(stepper, renditions)) && isnan(stepper_bandwidth(stepper, -1)));
  expect(isnan(stepper_size(stepper, stepper_segments(stepper), 0)) && isnan(stepper_size(stepper, 0, renditions)));
  expect(stepper_restart(stepper, 3, 0, 0) == -1 && stepper_restart(stepper, 0, -1, 0) == -1);
  double offsets[] = {-1, NAN, INFINITY, -INFINITY};
  for (int index = 0; index < 4; index += 1) expect(stepper_restart(stepper, 0, 0, offsets[index]) == -1);
  expect(stepper_restart(stepper, 2, 0, 1e18) == 0 && stepper_restart(stepper, 1, 0, 3.5) == 0);
  // As long as the header says, to the last byte.
  double *state = malloc(3 * 8 * sizeof *state), *values = malloc(metrics * sizeof *values);
  float *seen = malloc((size_t)3 * 6 * width * sizeof *seen);
  memset(seen, 0, (size_t)3 * 6 * width * sizeof *seen);
  int32_t *choices = malloc(3 * sizeof *choices);
  for (int step = 0; step < 400; step += 1) {
    for (int session = 0; session < 3; session += 1)
      choices[session] = step % 50 == 49 ? (session == 1 ? renditions : INT32_MIN) : (step + session) % renditions;
    int32_t result = stepper_step(stepper, choices, state, seen);
    expect(result == (step % 50 == 49 ? 1 : -1));
    stepper_metrics(stepper, step % 5 - 1, values);
    expect(step % 5 == 0 || step % 5 == 4 ? isnan(values[0]) : 1);
  }
  free(state), free(values), free(seen), free(choices);
  stepper_free(stepper);
}

// Without standard streams: no file of the lab takes their numbers.
static void withoutStreams(void) {
  pid_t child = fork();
  if (child == 0) {
    close(0), close(1), close(2);
    oneRun(NULL);
    _exit(fcntl(0, F_GETFD) < 0 && fcntl(1, F_GETFD) < 0 && fcntl(2, F_GETFD) < 0 ? 0 : 3);
  }
  int status = 0;
  expect(waitpid(child, &status, 0) == child && status == 0);
}

int main(int count, char **words) {
  expect(count == 4);
  (void)count;
  traces = words[2], video = words[3];
  // In the background of a script a program is begun with interrupts ignored.
  signal(SIGINT, SIG_DFL), signal(SIGPIPE, SIG_DFL);
  for (int round = 0; round < 3; round += 1) {
    void *library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) fprintf(stderr, "%s\n", dlerror());
    expect(library != NULL);
    FUNCTIONS(FOUND)
    expect(strlen(version()) > 0);
    void (*parts[])(void) = {runs, policies, together, steppers, withoutStreams};
    for (int part = 0; part < 5; part += 1) {
      parts[part]();
      expect(threads() == 1);
    }
    struct sigaction action;
    expect(!sigaction(SIGPIPE, NULL, &action) && action.sa_handler == SIG_DFL);
    expect(!sigaction(SIGINT, NULL, &action) && action.sa_handler == SIG_DFL);
    expect(dlclose(library) == 0 && threads() == 1);
  }
  puts("embedding: 3 times loaded, used and unloaded");
  return 0;
}
