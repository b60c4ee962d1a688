import { describe, expect, it } from 'vitest';
import { getReason, isCurrent, isKeyboardBlocked, machine, type SwitchSnapshot } from '#machines/companySwitch/index.ts';
import { harbor, summit } from './companySwitch.fixtures.ts';
import { refusals } from './people.ts';
import { stageOf } from './stage.ts';

const stage = () => {
  const made = stageOf(machine, { company: harbor });
  const now = (): SwitchSnapshot => made.actor.getSnapshot();
  return { ...made, now };
};
const four = ['clearDashboardFilter', 'clearBlockedCallers', 'clearBilling', 'clearCampaigns', 'enterCompany'];

describe('switching company', () => {
  it('clears the four at once, refreshes after 150 ms, and holds the keys until the data is there', async () => {
    const scene = stage();
    expect(isKeyboardBlocked(scene.now())).toBe(false);
    scene.actor.send({ type: 'company.chosen', company: summit });
    expect(scene.log).toEqual(four);
    scene.clock.increment(149);
    expect([scene.state(), isKeyboardBlocked(scene.now())]).toEqual(['clearing', true]);
    scene.clock.increment(1);
    expect([scene.state(), isKeyboardBlocked(scene.now())]).toEqual(['refreshing', true]);
    expect(scene.inputOf('refreshCompany')).toEqual({ companyId: summit.id, epoch: 1 });
    await scene.answer('refreshCompany', undefined, 'idle');
    expect(isKeyboardBlocked(scene.now())).toBe(false);
  });

  it('opens the first company at once: there is nothing before it to clear', () => {
    const scene = stageOf(machine, { company: null });
    scene.actor.send({ type: 'company.chosen', company: summit });
    expect([scene.state(), scene.log]).toEqual(['refreshing', ['enterCompany', 'refreshCompany']]);
    expect(scene.inputOf('refreshCompany')).toEqual({ companyId: summit.id, epoch: 1 });
  });

  it('drops answers asked for before the switch', () => {
    const { actor, now } = stage();
    const { epoch } = now().context;
    actor.send({ type: 'company.chosen', company: summit });
    expect([isCurrent(now(), epoch), isCurrent(now(), epoch + 1)]).toEqual([false, true]);
  });

  it('goes to the newest choice when another is made meanwhile, with the whole wait again', async () => {
    const scene = stage();
    scene.actor.send({ type: 'company.chosen', company: summit });
    scene.clock.increment(100);
    scene.actor.send({ type: 'company.chosen', company: harbor });
    scene.clock.increment(149);
    expect(scene.state()).toBe('clearing');
    scene.clock.increment(1);
    expect(scene.inputOf('refreshCompany')).toEqual({ companyId: harbor.id, epoch: 2 });
    scene.actor.send({ type: 'company.chosen', company: summit });
    await scene.answer('refreshCompany');
    expect([scene.state(), scene.now().context.company]).toEqual(['clearing', summit]);
  });

  it('gives the keys back and says so when the refresh fails', async () => {
    const scene = stage();
    scene.actor.send({ type: 'company.chosen', company: summit });
    scene.clock.increment(150);
    await scene.refuse('refreshCompany', refusals.unavailable, 'stale');
    expect([isKeyboardBlocked(scene.now()), scene.now().context.error]).toEqual([false, refusals.unavailable]);
  });

  it('refuses the company that is selected', () => {
    expect(getReason(stage().now(), { type: 'company.chosen', company: harbor })).toBe('Already selected');
    expect(getReason(stage().now(), 'company.chosen')).toBeNull();
  });

  it('leaves a company the person was taken out of', () => {
    const scene = stage();
    scene.actor.send({ type: 'company.lost', companyId: summit.id });
    expect(scene.log).toEqual([]);
    scene.actor.send({ type: 'company.lost', companyId: harbor.id });
    expect([scene.now().context.company, scene.now().context.epoch]).toEqual([null, 1]);
    expect(scene.log).toEqual(four);
  });
});
