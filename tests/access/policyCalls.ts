/** Access policy around calls, activity, notes, exports, greetings and schedules. */

import { company, inPerson, onLine, type Rule, shared } from './rule.ts';

/** A note nobody here wrote: owners and administrators change it, and whoever may write notes otherwise changes their own only. */
const ofOthers =
  (...given: Parameters<typeof onLine>): Rule =>
  (column, row, place) => {
    const answer = onLine(...given)(column, row, place);
    return answer === 'ok' && column === 'A user' ? 403 : answer;
  };

/** The rules by route. */
export const callPolicy: Readonly<Record<string, Rule>> = {
  'greetings.list': company('see its numbers'),
  'greetings.voices': company('see its numbers'),
  'greetings.get': shared('see its numbers'),
  'greetings.speak': company('say how numbers ring'),
  'greetings.create': company('say how numbers ring'),
  'greetings.update': shared('say how numbers ring'),
  'greetings.delete': shared('say how numbers ring'),
  'schedule.get': company('see the company'),
  // The company's; one's own is everybody's.
  'schedule.save': company('change the company'),
  'exports.calls': inPerson(company('export calls')),
  'exports.voicemails': inPerson(company('export calls')),
  'exports.list': inPerson(company('export calls')),
  'routing.simulate': onLine('see its numbers'),
  'routing.lints': company('see its numbers'),
  'calling.live': company('see what happened'),
  'calling.limits': company('see its numbers'),
  'calling.saveLimits': inPerson(company('say where calls may go')),
  'calls.search': company('see what happened'),
  'calls.count': company('see what happened'),
  'calls.get': onLine('see what happened'),
  'calls.mark': onLine('judge calls'),
  'calls.outcomes': onLine('judge calls'),
  'calls.tag': onLine('judge calls'),

  'activity.list': company('see what happened'),
  'notes.create': onLine('write notes'),
  'notes.update': ofOthers('write notes'),
  'notes.delete': ofOthers('write notes'),
  'notes.restore': ofOthers('write notes'),
  'notes.list': onLine('read the inbox'),
};
