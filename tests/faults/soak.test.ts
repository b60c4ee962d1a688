/**
 * Both lines of a server, to the database and to the carrier, break at random while people send: each text goes at most once, each that was confirmed is
 * there, and the counts add up. Six rounds; FAULTS=long plays two hundred. FAULTS_SEED repeats a run.
 */
import { expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { dice } from '#tests/access/dice.ts';
import { startPlace } from './places.ts';
import type { Fault } from './proxy.ts';

const rounds = process.env.FAULTS === 'long' ? 200 : 6;
const seed = Number(process.env.FAULTS_SEED ?? 20_261_120);
const textsARound = 4;

function faultOf(roll: (faces: number) => number): Fault {
  const way = roll(2) === 0 ? 'asked' : 'answers';
  const faults: readonly Fault[] = [
    { kind: 'cut', way, after: roll(2_500) },
    { kind: 'reset', way, after: roll(2_500) },
    { kind: 'slow', bytesPerSecond: 20_000 + roll(50_000) },
    { kind: 'refuse' },
  ];
  return faults[roll(faults.length)] ?? { kind: 'refuse' };
}

test(`${rounds} rounds of faults while people send (seed ${seed})`, { timeout: 180_000 + rounds * 6_000 }, async () => {
  const roll = dice(seed);
  const place = await startPlace();
  const sent = new Map<string, number>();
  /** Sends until it is confirmed; the same id each time. */
  const send = async (clientId: string): Promise<void> => {
    const body = { numberId: place.line.id, recipient: findMagicNumber('Delivered'), message: clientId, clientId };
    const confirmed = () => place.agent.exchange(routes.messaging.send, { body }).catch(() => null);
    await vi.waitFor(
      async () => {
        const answer = await confirmed();
        if (answer === null || answer.status >= 300) throw new Error(`${answer?.status}`);
        sent.set(clientId, Number(Reflect.get(Object(answer.body), 'id')));
      },
      { timeout: 60_000, interval: 150 },
    );
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const line = roll(2) === 0 ? place.database : place.carrier;
      await line.break(faultOf(roll));
      const sending = Array.from({ length: textsARound }, (_, at) => send(`round-${round}-text-${at}`));
      await Promise.race([Promise.all(sending), new Promise((done) => setTimeout(done, 500 + roll(1_500)))]);
      await line.mend();
      await Promise.all(sending);
    }
    const rows = () => place.server.owner.selectFrom('items').select(['id', 'client_id', 'delivery_state']).execute();
    const isSettled = (state: string | null) => state === 'delivered' || state === 'unknown';
    await vi.waitFor(async () => expect((await rows()).filter(({ delivery_state }) => !isSettled(delivery_state))).toEqual([]), {
      timeout: 120_000,
      interval: 250,
    });
    const kept = await rows();
    expect(kept.map(({ id }) => id).sort()).toEqual([...sent.values()].sort());
    expect(new Set(kept.map(({ client_id }) => client_id)).size).toBe(rounds * textsARound);
    const taken = place.taken();
    expect(new Set(taken).size).toBe(taken.length);
    const known = kept.filter(({ delivery_state }) => delivery_state === 'delivered').map(({ client_id }) => client_id ?? '');
    expect([...taken].sort()).toEqual(known.sort());
    console.info(`${taken.length} of ${kept.length} texts taken, each once; ${kept.length - taken.length} are not confirmed and were not taken`);
  } finally {
    await place.close();
  }
});
