// What a course system does with the calls of a SCORM 1.2 package: it answers "true" or "false", as the standard's run-time environment
// (ADL SCORM 1.2, 3.3) says, and writes down what comes at the wrong time or has a wrong value. Only the outermost page has it.
(() => {
  if (window !== window.top) return;
  const course = { calls: [], faults: [], state: 'new', error: '0', values: Object.assign({ 'cmi.core.lesson_status': 'not attempted' }, window.earlierValues) };
  const score = (v) => /^\d+(\.\d+)?$/.test(v) && +v <= 100;
  const known = {
    'cmi.core.score.raw': score, 'cmi.core.score.min': score, 'cmi.core.score.max': score,
    'cmi.core.lesson_status': (v) => ['passed', 'completed', 'failed', 'incomplete', 'browsed'].includes(v),
    'cmi.core.session_time': (v) => /^\d{2,4}:\d{2}:\d{2}(\.\d{1,2})?$/.test(v),
    'cmi.suspend_data': (v) => v.length <= 4096,
  };
  const refuse = (code, what) => { course.error = code; course.faults.push(what); return 'false'; };
  const called = (name, args, from, to, then) => {
    course.calls.push([name, ...args]);
    if (!args.every((a) => typeof a === 'string')) return refuse('201', name + ': an argument is not a text');
    if (course.state !== from) return refuse('301', name + ' while the course is ' + course.state);
    course.state = to;
    course.error = '0';
    return then ? then(...args) : 'true';
  };
  window.API = {
    LMSInitialize: (...a) => called('LMSInitialize', a, 'new', 'running'),
    LMSFinish: (...a) => called('LMSFinish', a, 'running', 'finished', () => (course.saved = { ...course.values }, 'true')),
    LMSCommit: (...a) => called('LMSCommit', a, 'running', 'running', () => (course.saved = { ...course.values }, 'true')),
    LMSGetValue: (...a) => (called('LMSGetValue', a, 'running', 'running') === 'true' ? course.values[a[0]] ?? '' : ''),
    LMSSetValue: (...a) => called('LMSSetValue', a, 'running', 'running', (name, value) => {
      if (!known[name]) return refuse('401', name + ' is not an element that may be set');
      if (!known[name](value)) return refuse('405', name + ' = ' + value);
      course.values[name] = value;
      return 'true';
    }),
    LMSGetLastError: () => course.error, LMSGetErrorString: () => '', LMSGetDiagnostic: () => '',
  };
  window.course = course;
})();
