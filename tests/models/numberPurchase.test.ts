import { describe, expect, it } from 'vitest';
import { getReason, machine, type PurchaseSnapshot } from '#machines/numberPurchase/index.ts';
import { offer, purchase } from './numberPurchase.fixtures.ts';
import { refusals } from './people.ts';
import { stageOf } from './stage.ts';

const found = ['+14152000001', '+14152000002', '+14152000003'].map((number) => offer(number));
const begun = async (text: string) => {
  const scene = stageOf(machine, { key: 'purchase-01' });
  const now = (): PurchaseSnapshot => scene.actor.getSnapshot();
  scene.actor.send({ type: 'search.typed', text });
  scene.actor.send({ type: 'search.submitted' });
  await scene.answer('findNumbers', found, 'results');
  return { ...scene, now };
};

describe('buying numbers', () => {
  it('asks for what the line says', async () => {
    const { inputOf } = await begun('800 ends plumb');
    expect(inputOf('findNumbers')).toMatchObject({ search: { prefix: '800', match: 'ends_with', pattern: 'PLUMB', type: 2 }, fresh: false });
  });

  it('one chosen of several that are wanted stands for the next ones too', async () => {
    const scene = await begun('415 x2');
    scene.actor.send({ type: 'offers.chosen', numbers: ['+14152000003'] });
    expect(scene.now().context.chosen).toEqual(['+14152000003', '+14152000001']);
    scene.actor.send({ type: 'choice.revised' });
    scene.actor.send({ type: 'offers.chosen', numbers: found.map(({ number }) => number) });
    expect(scene.now().context.chosen).toHaveLength(3);
  });

  it('confirms the cost of all of them, under one key however often it is asked', async () => {
    const scene = await begun('415 x2');
    scene.actor.send({ type: 'offers.chosen', numbers: ['+14152000001'] });
    scene.actor.send({ type: 'purchase.confirmed' });
    scene.actor.send({ type: 'purchase.confirmed' });
    expect(scene.log.filter((name) => name === 'buyNumbers')).toHaveLength(1);
    expect(scene.inputOf('buyNumbers')).toMatchObject({ key: 'purchase-01', monthlyCost: 2.3, numbers: ['+14152000001', '+14152000002'] });
    await scene.refuse('buyNumbers', refusals.noAnswer, 'unsure');
    scene.actor.send({ type: 'purchase.retried' });
    expect(scene.inputOf('buyNumbers')).toMatchObject({ key: 'purchase-01' });
  });

  it('is followed by the channel, and asked about when that is silent for two seconds', async () => {
    const scene = await begun('415');
    scene.actor.send({ type: 'offers.chosen', numbers: ['+14152000001'] });
    scene.actor.send({ type: 'purchase.confirmed' });
    await scene.answer('buyNumbers', purchase('buying', ['waiting']), 'buying.waiting');
    scene.clock.increment(1_999);
    expect(scene.state()).toBe('buying.waiting');
    scene.clock.increment(1);
    expect(scene.inputOf('readPurchase')).toEqual({ key: 'purchase-01' });
    scene.actor.send({ type: 'purchase.progressed', purchase: purchase('bought', ['bought'], 'another-key') });
    expect(scene.state()).toBe('buying.reading');
    scene.actor.send({ type: 'purchase.progressed', purchase: purchase('bought', ['bought']) });
    expect(scene.state()).toBe('bought');
    expect(scene.log).toContain('tellBought');
  });

  it('after some were taken, offers what else is free, as many as are lacking, under another key', async () => {
    const scene = await begun('415 x2');
    scene.actor.send({ type: 'offers.chosen', numbers: ['+14152000001'] });
    scene.actor.send({ type: 'purchase.confirmed' });
    await scene.answer('buyNumbers', purchase('partly', ['bought', 'taken']), 'partly.looking');
    expect(scene.inputOf('findNumbers')).toMatchObject({ fresh: true });
    await scene.answer('findNumbers', [found[2]], 'partly.shown');
    scene.actor.send({ type: 'others.chosen' });
    expect(scene.now().context).toMatchObject({ offers: [found[2]], wanted: 1, chosen: [] });
    scene.actor.send({ type: 'offers.chosen', numbers: ['+14152000003'] });
    scene.actor.send({ type: 'purchase.confirmed' });
    expect(scene.inputOf('buyNumbers')).toMatchObject({ key: 'purchase-01-2' });
  });

  it('looks for local numbers in the area code of the company, unless the line says where', async () => {
    const scene = await begun('800 ends plumb');
    scene.actor.send({ type: 'type.chosen', numberType: 1, areaCode: '415' });
    expect(scene.now().context.search).toMatchObject({ type: 1, prefix: null, areaCode: '415' });
    scene.actor.send({ type: 'search.typed', text: '212' });
    scene.actor.send({ type: 'category.chosen', category: 3, areaCode: '415' });
    expect(scene.now().context.search).toMatchObject({ category: 3, areaCode: '212' });
  });

  it('says why it does not', async () => {
    const scene = await begun('415');
    expect(getReason(scene.now(), 'purchase.confirmed')).toBe('Select numbers first');
    expect(getReason(scene.now(), { type: 'category.chosen', category: 2 })).toBe('Only US numbers are available. Choose another category.');
    scene.actor.send({ type: 'search.typed', text: '41' });
    expect(scene.now().context.problem).toBe('An area code has three digits');
    expect(getReason(scene.now(), 'search.submitted')).toMatch(/^Can’t read this search/);
  });
});
