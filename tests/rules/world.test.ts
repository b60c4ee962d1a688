import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { createClock } from '#sandbox/world/clock.ts';
import { companyPlans, toSlug } from '#sandbox/world/companies.ts';
import { fillSlots, parseScripts } from '#sandbox/world/dialogues/script.ts';
import { listAllPages } from '#sandbox/world/fax.ts';
import { createBusinessName, toPlainName } from '#sandbox/world/names.ts';
import { createDirectory } from '#sandbox/world/numbers.ts';
import { demoSignIns, people } from '#sandbox/world/people.ts';
import { computeRunningTotals, createRandom } from '#sandbox/world/random.ts';
import type { Chunk } from '#sandbox/world/rows.ts';
import { drawSlots } from '#sandbox/world/slots.ts';
import { createSpeaker } from '#sandbox/world/speech.ts';
import { computeBytes, recordedCalls, voicemails } from '#sandbox/world/spoken.ts';
import { autoEpisodes, listEpisodes } from '#sandbox/world/trades.ts';
import { createSmallData } from '#sandbox/world/world.ts';

const wording = {
  toLatest: (item: { id: number; body: string | null }) => ({ id: item.id, text: item.body }),
  toSearch: (recipient: string, contact: { name: string } | null) => `${recipient} ${contact?.name ?? ''}`.trim(),
};
const world = (anchor: string): readonly Chunk[] => createSmallData({ anchor: new Date(anchor), wording, passwordHash: 'hash', sealedMfaSecret: 'sealed' });

describe('the demo world', () => {
  test('is the same for the same anchor, and moves with it', () => {
    expect(world('2026-03-05T18:00:00Z')).toEqual(world('2026-03-05T18:00:00Z'));
    expect(world('2026-03-05T18:00:00Z')).not.toEqual(world('2026-03-06T18:00:00Z'));
  });

  test('has nothing in its future', () => {
    const anchor = '2026-03-05T03:10:00Z';
    for (const { table, rows } of world(anchor)) {
      for (const row of rows) {
        for (const [column, value] of Object.entries(row)) {
          if (/_at$/.test(column) && typeof value === 'string')
            expect(`${table}.${column} ${value <= new Date(anchor).toISOString()}`).toBe(`${table}.${column} true`);
        }
      }
    }
  });

  test('has somebody for each role, an administrator and one of the staff with a second factor', () => {
    expect(people.map((who) => who.role).filter((role) => role !== null)).toEqual(
      expect.arrayContaining(['owner', 'administrator', 'billing', 'reporting', 'user']),
    );
    expect(demoSignIns.filter((who) => who.mfaSecret !== null).map(({ email }) => email)).toEqual(['mfa@northwind.example', 'staff@keyline.example']);
    expect(people.filter((who) => who.isStaff)).toHaveLength(1);
  });

  test('has forty companies with names and addresses of their own', () => {
    expect(companyPlans).toHaveLength(40);
    expect(new Set(companyPlans.map((plan) => toSlug(plan.name))).size).toBe(40);
    expect(new Set(companyPlans.map((plan) => plan.timezone)).size).toBeGreaterThan(12);
    for (const { timezone } of companyPlans) expect(() => new Intl.DateTimeFormat('en-US', { timeZone: timezone })).not.toThrow();
  });

  test('gives everybody a number that can be dialled', () => {
    for (const { table, rows } of world('2026-03-05T18:00:00Z')) {
      if (table === 'contacts' || table === 'phone_numbers')
        for (const { number } of rows) expect(`${number} ${parsePhoneNumberFromString(number)?.isValid()}`).toBe(`${number} true`);
    }
    const directory = createDirectory();
    const given = Array.from({ length: 20_000 }, () => directory('415'));
    expect(new Set(given).size).toBe(20_000);
  });

  test('keeps numbers outside of North America to those kept free for fiction', () => {
    for (const { name, numbers } of companyPlans) {
      if (!('areaCodes' in numbers))
        for (const pattern of [numbers.ours, numbers.theirs])
          expect(`${name} ${parsePhoneNumberFromString(pattern.replaceAll('#', '1'))?.isValid()}`).toBe(`${name} true`);
    }
  });
});

describe('stories', () => {
  test('fill every slot they have', () => {
    const slots = drawSlots(createRandom(4), { first: 'Dana', agent: 'Ana', city: 'Oakland', year: 2026 });
    const told = [...autoEpisodes.values()].flat().concat(companyPlans.flatMap((plan) => listEpisodes(plan.trade)));
    for (const line of told.flatMap((episode) => episode.lines)) if ('text' in line) expect(fillSlots(line.text, slots)).not.toMatch(/[{}]/);
  });

  test('tell when a line is written wrongly', () => {
    expect(() => parseScripts('= sales\nhello')).toThrow('Not a line of a script: hello');
    expect(() => fillSlots('Hi {nobody}', {})).toThrow('A script asks for {nobody}');
  });
});

describe('recordings and pages', () => {
  test('are as long as the world says', async () => {
    const speaker = await createSpeaker();
    for (const list of [voicemails, recordedCalls]) {
      for (const [index, recording] of list.entries()) {
        if (index % 8 > 0) continue;
        const spoken = speaker.spokenSeconds(recording, index);
        expect(recording.seconds - spoken).toBeGreaterThanOrEqual(0);
        expect(recording.seconds - spoken).toBeLessThan(3);
      }
    }
    const [first] = voicemails;
    if (first) expect(speaker.wav(first, 0)).toHaveLength(computeBytes(first));
  }, 60_000);

  test('are forty voicemails, ten calls and some faxes', () => {
    expect([voicemails.length, recordedCalls.length]).toEqual([40, 10]);
    expect(new Set([...voicemails, ...recordedCalls].map((recording) => recording.key)).size).toBe(50);
    for (const page of listAllPages()) expect([...page.bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });
});

describe('chance and time', () => {
  test('weights are kept over many draws', () => {
    const random = createRandom(9);
    const drawn = Array.from({ length: 10_000 }, () => random.weighted(['a', 'b', 'c'], computeRunningTotals([1, 0, 3])));
    expect(drawn.filter((one) => one === 'b')).toHaveLength(0);
    expect(drawn.filter((one) => one === 'c').length / drawn.length).toBeCloseTo(0.75, 1);
  });

  test('a local day starts at local midnight, on both sides of a change of clocks', () => {
    const clock = createClock(new Date('2026-03-10T20:00:00Z'), 'America/Los_Angeles');
    expect(new Date(clock.at(0, 9 * 60)).toISOString()).toBe('2026-03-10T16:00:00.000Z');
    expect(new Date(clock.at(3, 9 * 60)).toISOString()).toBe('2026-03-07T17:00:00.000Z');
    expect(clock.weekday(0)).toBe(2);
  });

  test('names in addresses have no accents', () => {
    expect([toPlainName('Søren'), toPlainName('Małgorzata'), toPlainName("O'Brien")]).toEqual(['soren', 'malgorzata', 'obrien']);
    expect(createBusinessName(createRandom(1))).toMatch(/\S+ \S+/);
  });
});
