import { expect, test } from 'vitest';
import { getReason, machine, userEvents } from '#machines/companyCreate/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { creation, model, numberOf, offer } from './companyCreate.fixtures.ts';
import { refusals } from './people.ts';
import { stageOf } from './stage.ts';

describeModel('creating a company', model, { userEvents, getReason });

const begin = () => stageOf(machine, model.input);

test('an answer that is missing is asked of the server; nothing is made again', async () => {
  const { actor, state, log, answer, refuse, inputOf } = begin();
  actor.send({ type: 'creation.opened', details: { name: 'Birch Dental' } });
  actor.send({ type: 'details.submitted' });
  await refuse('createCompany', refusals.noAnswer, 'unsure');
  actor.send({ type: 'creation.checked' });
  expect([state(), inputOf('findCreation')]).toEqual(['looking', { key: 'creation-01', companyId: null }]);
  await answer('findCreation', creation(), 'plan');
  expect(log.filter((name) => name === 'createCompany')).toHaveLength(1);
});

test('one that was not made is created again under the same key', async () => {
  const { actor, answer, refuse, inputOf } = begin();
  actor.send({ type: 'creation.opened', details: { name: 'Birch Dental' } });
  actor.send({ type: 'details.submitted' });
  await refuse('createCompany', refusals.noAnswer, 'unsure');
  actor.send({ type: 'creation.checked' });
  await answer('findCreation', null, 'details');
  expect(actor.getSnapshot().context.error?.message).toBe('The company wasn’t created. Create it again.');
  actor.send({ type: 'details.submitted' });
  expect(inputOf('createCompany')).toMatchObject({ key: 'creation-01' });
});

test('a plan is started at the price that was shown, and the number as it was found', async () => {
  const { actor, answer, inputOf } = begin();
  actor.send({ type: 'company.known', companyId: 7 });
  await answer('findCreation', creation({ hasCard: true }), 'plan');
  actor.send({ type: 'plan.chosen', planId: 'premium_monthly' });
  expect(inputOf('continueCreation')).toMatchObject({ plan: { planId: 'premium_monthly', dueNow: 199 }, number: null });
  await answer('continueCreation', creation({ hasCard: true, plan: { planId: 'premium_monthly', state: 'started', reason: null } }), 'number');
  actor.send({ type: 'area.typed', areaCode: '212' });
  actor.send({ type: 'numbers.searched' });
  await answer('findNumbers', [offer], 'number');
  actor.send({ type: 'number.chosen', number: offer.number });
  expect(inputOf('continueCreation')).toMatchObject({ plan: null, number: { number: offer.number, nationalNumber: offer.nationalNumber } });
});

test('the next company has another key', async () => {
  const { actor, answer, inputOf } = begin();
  for (const key of ['creation-01', 'creation-01-2']) {
    actor.send({ type: 'creation.opened', details: { name: 'Birch Dental' } });
    actor.send({ type: 'details.submitted' });
    expect(inputOf('createCompany')).toMatchObject({ key });
    await answer('createCompany', creation({ key }), 'looking');
    await answer('findCreation', creation({ key }), 'plan');
    actor.send({ type: 'plan.skipped' });
    actor.send({ type: 'number.skipped' });
  }
});

test('told of a change while it is read, it is read again', async () => {
  const { actor, state, log, answer } = begin();
  actor.send({ type: 'company.known', companyId: 7 });
  actor.send({ type: 'creation.outdated' });
  await answer('findCreation', creation({ hasCard: true }), 'plan');
  expect([state(), log.filter((name) => name === 'findCreation').length]).toEqual(['plan', 2]);
});

test('an order that is settled before its answer is here is read once more', async () => {
  const { actor, answer } = begin();
  actor.send({ type: 'company.known', companyId: 7 });
  await answer('findCreation', creation(), 'plan');
  actor.send({ type: 'plan.skipped' });
  actor.send({ type: 'area.typed', areaCode: '212' });
  actor.send({ type: 'numbers.searched' });
  await answer('findNumbers', [offer], 'number');
  actor.send({ type: 'number.chosen', number: offer.number });
  actor.send({ type: 'creation.outdated' });
  await answer('continueCreation', creation({ number: numberOf('buying') }), 'looking');
  await answer('findCreation', creation({ number: numberOf('bought') }), 'done');
  expect(actor.getSnapshot().context.creation?.number?.state).toBe('bought');
});
