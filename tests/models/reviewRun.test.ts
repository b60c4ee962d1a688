import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { getOpenCall, getReason, machine, type ReviewPage, type Verdict } from '#machines/reviewRun/index.ts';
import { getStateName } from '#machines/state.ts';

const pages: readonly ReviewPage[] = [
  {
    calls: [
      { id: 1, outcome: null },
      { id: 2, outcome: 'unknown' },
    ],
    cursor: 'second',
  },
  { calls: [{ id: 3, outcome: null }], cursor: null },
];

function run() {
  const saved: unknown[] = [];
  const shown: (number | null)[] = [];
  let undone: readonly Verdict[] = [];
  const actor = createActor(
    machine.provide({
      actors: {
        fetchCalls: fromPromise(async ({ input }) => pages[input.cursor === null ? 0 : 1] ?? { calls: [], cursor: null }),
        saveOutcome: fromPromise(async ({ input }) => void saved.push(input)),
        undoOutcomes: fromPromise(async ({ input }) => {
          undone = input.verdicts;
        }),
      },
      actions: { showCall: (_, { id }) => void shown.push(id) },
    }),
  ).start();
  const until = (state: string) =>
    new Promise<void>((resolve) => {
      const look = () => getStateName(actor.getSnapshot()) === state && resolve();
      actor.subscribe(look);
      look();
    });
  return { actor, saved, shown, undone: () => undone, until };
}

describe('a review of three calls on two pages', () => {
  it('opens the next by itself, keeps what a call was before, and takes all of it back as one', async () => {
    const { actor, saved, shown, undone, until } = run();
    actor.send({ type: 'run.started', line: 'missed' });
    await until('deciding');
    actor.send({ type: 'outcome.given', outcome: 'opportunity' });
    await until('deciding');
    actor.send({ type: 'outcome.given', outcome: 'appt_booked' });
    await until('deciding');
    actor.send({ type: 'call.returned' });
    expect(getOpenCall(actor.getSnapshot().context)?.id).toBe(2);
    actor.send({ type: 'outcome.given', outcome: 'not_opportunity' });
    await until('deciding');
    actor.send({ type: 'call.skipped' });
    await until('summary');
    expect(saved).toEqual([
      { id: 1, outcome: 'opportunity' },
      { id: 2, outcome: 'appt_booked' },
      { id: 2, outcome: 'not_opportunity' },
    ]);
    expect(shown).toEqual([1, 2, 3, 2, 3]);
    expect(actor.getSnapshot().context).toMatchObject({ skipped: [3], verdicts: [{ id: 1 }, { id: 2, before: 'unknown', outcome: 'not_opportunity' }] });
    actor.send({ type: 'run.undone' });
    await until('summary');
    expect(undone()).toEqual([
      { id: 1, before: null, outcome: 'opportunity' },
      { id: 2, before: 'unknown', outcome: 'not_opportunity' },
    ]);
    expect(actor.getSnapshot().context).toMatchObject({ verdicts: [], isUndone: true });
  });

  it('forgets an outcome that was undone; of one that was changed the former stands again', async () => {
    const { actor, until } = run();
    actor.send({ type: 'run.started', line: 'missed' });
    await until('deciding');
    actor.send({ type: 'outcome.given', outcome: 'opportunity' });
    await until('deciding');
    actor.send({ type: 'call.returned' });
    actor.send({ type: 'outcome.given', outcome: 'appt_booked' });
    await until('deciding');
    actor.send({ type: 'outcome.undone', id: 1, was: 'opportunity' });
    expect(actor.getSnapshot().context.verdicts).toEqual([{ id: 1, before: null, outcome: 'opportunity' }]);
    actor.send({ type: 'outcome.undone', id: 1, was: null });
    expect(actor.getSnapshot().context.verdicts).toEqual([]);
    expect(getReason(actor.getSnapshot(), { type: 'run.finished' })).toBeNull();
  });
});
