/** Tests that commands of an open call say that it has none only of what was read. */
import { expect, test } from 'vitest';
import { call, callsChosen, context, reason } from './commandsSupport.ts';

const at = (callView: ReturnType<typeof context>['callView']) => {
  const { focus } = context();
  return context({ ...callsChosen(call(1)), callView, focus: { ...focus, scopes: ['call', 'workspace', 'global'] }, open: { call: call(1) } });
};

test('a call that is still read, or can’t be, is not said to have no transcript and no notes', () => {
  for (const id of ['calls.nextSegment', 'calls.previousSegment', 'calls.find']) expect(reason(id, at(null))).toBe('The call is not loaded yet');
  for (const callView of [null, { notes: null, segments: [], segment: null }])
    for (const id of ['calls.editNote', 'calls.deleteNote']) expect(reason(id, at(callView))).toBe('The notes are not loaded yet');
});

test('one that was read says what it does not have', () => {
  const now = at({ notes: [], segments: [], segment: null });
  expect(reason('calls.nextSegment', now)).toBe('This call has no transcript');
  expect(reason('calls.editNote', now)).toBe('This call has no notes');
});
