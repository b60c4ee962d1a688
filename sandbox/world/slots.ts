/** Values for the slots of a script: drawn once for an episode, so that a story stays one story. */
import type { Random } from './random.ts';

const models =
  'Civic|Accord|CR-V|RAV4|Camry|Highlander|Tacoma|Outback|Forester|CX-5|F-150|Bronco Sport|Maverick|Tucson|Santa Fe|Ioniq 5|Sorento|Telluride|Sienna|Transit|Model 3|Bolt'.split(
    '|',
  );
const colors = 'blue|white|silver|black|red|gray|green|bronze'.split('|');
const bodies = 'hatch|sedan|wagon|pickup|SUV|minivan|coupe'.split('|');
const days = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday'.split('|');
const times = '8:30|9:15|10|11|1:30|2|3:15|4|5'.split('|');
const parts = 'side mirror|cabin filter|roof rack|floor mat set|tailgate strut|headlight|brake rotor|fog lamp|key fob|spare tire cover'.split('|');
const formatMoney = (dollars: number) => `$${dollars.toLocaleString('en-US')}`;

/** Values for every slot a script may have. */
export function drawSlots(
  random: Random,
  who: { readonly first: string | null; readonly agent: string; readonly city: string; readonly year: number },
): Record<string, string> {
  const day = random.pick(days);
  const time = random.pick(times);
  const when = random.pick([`${day} at ${time}`, `tomorrow at ${time}`, `${day} around ${time}`, `tomorrow after ${time}`]);
  const low = random.int(14, 42) * 500;
  return {
    model: random.pick(models),
    color: random.pick(colors),
    trade: `${random.int(who.year - 11, who.year - 3)} ${random.pick(bodies)}`,
    part: random.pick(parts),
    day,
    time,
    when,
    When: when.charAt(0).toUpperCase() + when.slice(1),
    price: formatMoney(random.int(189, 612) * 100 - random.pick([5, 10, 50, 100])),
    small: formatMoney(random.int(18, 96) * 10 - 1),
    oil: formatMoney(random.int(5, 16) * 10 - 1),
    monthly: formatMoney(random.int(28, 79) * 10 + random.int(0, 9)),
    low: formatMoney(low),
    high: formatMoney(low + random.int(3, 8) * 250),
    code: `${random.pick(['A', 'N', 'P', 'T', 'K'])}${random.int(1000, 9899)}`,
    first: who.first ?? 'there',
    agent: who.agent,
    city: who.city,
  };
}
