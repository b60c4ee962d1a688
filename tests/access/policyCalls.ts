/** Who may call what around calls, what happened, notes, exports, greetings and schedules. */
import type { Rule } from './policy.ts';
import type { Rules } from './policyNumbers.ts';

/** The rules by route. */
export const callPolicy = ({ company, shared, onLine }: Omit<Rules, 'signedIn'>): Readonly<Record<string, Rule>> => ({
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
  'exports.calls': company('export calls'),
  'exports.voicemails': company('export calls'),
  'exports.list': company('export calls'),
  'calls.search': company('see what happened'),
  'calls.count': company('see what happened'),
  'calls.get': onLine('see what happened'),
  'calls.mark': onLine('judge calls'),
  'calls.outcomes': onLine('judge calls'),
  'calls.tag': onLine('judge calls'),

  'activity.list': company('see what happened'),
  'notes.create': onLine('write notes'),
  'notes.update': onLine('write notes'),
  'notes.delete': onLine('write notes'),
  'notes.restore': onLine('write notes'),
  'notes.list': onLine('read the inbox'),
});
