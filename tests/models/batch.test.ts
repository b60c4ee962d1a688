import { describe, expect, it } from 'vitest';
import { machine } from '#machines/batch/index.ts';
import { refusals } from './people.ts';
import { stageOf } from './stage.ts';

const progress = (percent: number, finishedAt: string | null = null, id = 'batch-01') => ({ id, progress: percent, finishedAt });
const running = () => {
  const stage = stageOf(machine, { batchId: 'batch-01', companyId: 1, kind: 'contacts', successMessage: 'Bulk update has been successfully applied' });
  stage.actor.send({ type: 'batch.started', progress: progress(0) });
  return stage;
};

describe('following a batch', () => {
  it('shows what the channel tells of this batch, not of another', () => {
    const { actor } = running();
    actor.send({ type: 'progress.arrived', progress: progress(40) });
    actor.send({ type: 'progress.arrived', progress: progress(90, null, 'another') });
    expect(actor.getSnapshot().context.progress).toEqual(progress(40));
  });

  it('tells of success, refreshes what changed, and leaves after five seconds', () => {
    const { actor, clock, log, state, told } = running();
    actor.send({ type: 'progress.arrived', progress: progress(100, '2026-03-02T15:00:00Z') });
    expect(log).toEqual(['tellSuccess', 'refreshAffected']);
    expect(told[0]?.params).toEqual({ message: 'Bulk update has been successfully applied' });
    clock.increment(4_999);
    expect(state()).toBe('finished');
    clock.increment(1);
    expect(state()).toBe('absent');
  });

  it('reads the progress when the channel was silent for five seconds, and goes on after a failure', async () => {
    const stage = running();
    stage.clock.increment(4_000);
    stage.actor.send({ type: 'progress.arrived', progress: progress(10) });
    stage.clock.increment(4_999);
    expect(stage.state()).toBe('running.listening');
    stage.clock.increment(1);
    expect(stage.inputOf('readProgress')).toEqual({ companyId: 1, batchId: 'batch-01' });
    await stage.refuse('readProgress', refusals.unavailable, 'running.listening');
    stage.clock.increment(5_000);
    await stage.answer('readProgress', null, 'absent');
    expect(stage.log).not.toContain('tellSuccess');
  });
});
