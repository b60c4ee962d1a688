/** Phone numbers: those of the companies, and those of everybody who calls them. */
import { presetLabel } from '#contract/text/hour.ts';
import { formatInstant } from './clock.ts';
import type { CompanyPlan } from './companies.ts';
import { createRouting } from './routings.ts';
import type { NumberRow } from './rows.ts';
import type { Shop } from './shop.ts';
import { numberLabels } from './trades.ts';

/** Numbers of the first company: number, label, routing, hours, desks whose stories are told there, share of traffic, tag. */
const named = `
+14155550100|Main line|simultaneous|24/7|desk sales|112|Sales
+14155550101|Service|sequential|Mon-Fri (9-5)|service|64|Service
+15035550140|Sales NW|standard|Custom|sales|41|Sales
+14155550133|Parts|standard|Mon-Fri (9-5)|parts|22|Service
+16285550150|Fleet|simultaneous|24/7|fleet|19|Sales
+15105550166|Body shop|standard|Sat-Sun (9-5)|body|7|Service
+18335557586|Spring promo|voicemail|Direct Voicemail|promo|301|Ads
+14155550199|Fax|standard|24/7|fax|3|Office
+14155550171|Google ads|standard|24/7|ads|58|Ads
+14155550172|Google ads brand|standard|24/7|ads|49|Ads
+14155550173|Bing ads|standard|24/7|ads|12|Ads
`;
const campaigns =
  'Facebook ads|Instagram ads|YouTube ads|Yelp|Cars.com|Autotrader|CarGurus|Edmunds|TrueCar|Craigslist|Nextdoor|Apple Maps|Waze|TikTok ads|Radio KQED|Radio KCRW|Billboard 101|Billboard 280|Bus stops|Ferry terminal|Farmers market|Ball park|Mailer spring|Mailer summer|Mailer fall|Mailer winter|Coupon book|Website header|Website chat|Website financing|Website trade-in|Website service|Email footer|Newsletter|Referral program|Employee deals|Recall desk|Tire storage|Car wash|Rental desk|Roadside help|Finance office|Insurance desk|Warranty desk|Business office|Job line|Test drive day|EV launch|Truck month|Year end sale'.split(
    '|',
  );
const lots = 'Oakland lot|Marin lot|San José lot|Daly City lot|Berkeley lot|Concord lot|Fremont lot|Napa lot'.split('|');
const forwards = ['+14155550120', '+14155550121', '+14155550122'];

/** A number of the first company with what is told there. */
export interface Desk {
  readonly number: NumberRow;
  readonly desks: readonly string[];
  readonly weight: number;
  readonly tag: string;
}

const digits = (index: number, length: number) => String(index).padStart(length, '0');

function addNumber(shop: Shop, given: Pick<NumberRow, 'number' | 'label'> & Partial<NumberRow>, bornDaysAgo: number): NumberRow {
  const tollFree = /^\+18(00|33|44|55|66|77|88)/.test(given.number);
  const fax = given.label.startsWith('Fax');
  const row: NumberRow = {
    id: shop.nextId('phone_numbers'),
    company_id: shop.id,
    status: 0,
    type: tollFree ? 2 : 1,
    line_type: fax ? 2 : 1,
    call_transcription_enabled: shop.random.chance(0.4),
    sms_enabled: !fax,
    routing_type: 'standard',
    forward_number: shop.random.pick(forwards),
    hours_label: '24/7',
    created_at: formatInstant(shop.clock.now - bornDaysAgo * 86_400_000),
    ...given,
  };
  // A number that goes straight to voicemail does so by its hours.
  if (row.routing_type === 'voicemail') row.hours_label = presetLabel[5];
  shop.rows.add('phone_numbers', row);
  if (!fax) shop.rows.add('number_routings', createRouting(row, forwards, shop.clock.timezone));
  return row;
}

/** The 120 numbers of a busy dealer: the desks, then campaigns, lots and people's direct lines. Two dealers differ by the exchange. */
export function addDealerNumbers(shop: Shop, exchange: '555' | '556'): Desk[] {
  const { random } = shop;
  const desks: Desk[] = named
    .trim()
    .split('\n')
    .map((line) => {
      const [number = '', label = '', routing = '', hours = '', told = '', weight, tag = ''] = line.split('|');
      return {
        number: addNumber(shop, { number: number.slice(0, 5) + exchange + number.slice(8), label, routing_type: routing, hours_label: hours }, 800),
        desks: told.split(' '),
        weight: Number(weight),
        tag,
      };
    });
  const people = ['Ana K.', 'Jo P.', 'Uma S.', 'Mira F.', 'Luis R.', 'Dee W.', 'Hana T.', 'Marcus B.', 'Soraya M.', 'Pete L.'];
  const direct = people.flatMap((name) => [`${name} direct`, `${name} mobile`]);
  const regions = ['East Bay', 'Peninsula', 'Wine country', 'Sacramento', 'Central valley'].flatMap((region) =>
    ['Search', 'Display', 'Mailer', 'Radio', 'TV', 'Events'].map((kind) => `${region} ${kind}`),
  );
  const labels = [...campaigns, ...lots, ...direct, ...regions];
  const desksNamed = desks.length;
  for (let index = desksNamed; index < 120; index++) {
    const label = labels[index - desksNamed] ?? `Campaign ${index}`;
    const isDirect = /direct|mobile/.test(label);
    const area = random.pick(['415', '415', '628', '510', '650', '408', '707', '916']);
    const number = addNumber(
      shop,
      {
        number: `+1${area}${exchange}${digits(200 + index, 4)}`,
        label,
        status: index >= 117 ? 1 : 0,
        routing_type: isDirect ? 'in-app-calling' : random.pick(['standard', 'standard', 'simultaneous', 'sequential', 'voicemail', 'geo']),
        hours_label: random.pick(['24/7', '24/7', 'Mon-Fri (9-5)', 'Custom']),
      },
      random.int(90, 790),
    );
    const desk = isDirect ? ['sales', 'desk'] : /service|Tire|Warranty|Roadside|wash|Recall/i.test(label) ? ['service'] : ['ads', 'sales'];
    desks.push({ number, desks: desk, weight: index >= 117 ? 0.2 : random.int(2, 30), tag: isDirect ? 'Direct' : 'Ads' });
  }
  return desks;
}

/** The few numbers of another company. `index` keeps companies of one area code apart. */
export function addCompanyNumbers(shop: Shop, plan: CompanyPlan, index: number): NumberRow[] {
  return numberLabels[plan.trade].map((label, at) => {
    const block = 300 + index * 10 + at;
    const number =
      label === 'Toll-free ads landing line'
        ? `+1833555${digits(index === 7 ? 140 : block, 4)}`
        : 'areaCodes' in plan.numbers
          ? `+1${plan.numbers.areaCodes[0]}555${digits(block, 4)}`
          : fillPattern(plan.numbers.ours, index * 7 + at);
    const isCanadian = 'areaCodes' in plan.numbers && /Vancouver|Edmonton|Winnipeg|Toronto|Halifax|St_Johns/.test(plan.timezone);
    return addNumber(
      shop,
      { number, label, type: label.startsWith('Toll-free') ? 2 : isCanadian ? 3 : 1, forward_number: null, hours_label: at === 0 ? 'Mon-Fri (9-5)' : '24/7' },
      600 - at * 40,
    );
  });
}

/** A pattern with its `#` filled by a number, the same length always. */
export function fillPattern(pattern: string, index: number): string {
  const places = pattern.match(/#/g)?.length ?? 0;
  return pattern.replace(/#+/, digits(index % 10 ** places, places));
}

/** Hands out numbers of customers, each once: exchange 555 of real area codes, lines from 1000 on, then the next exchange. */
export function createDirectory(): (areaCode: string) => string {
  const given = new Map<string, number>();
  return (areaCode) => {
    const count = given.get(areaCode) ?? 0;
    given.set(areaCode, count + 1);
    return `+1${areaCode}${555 + Math.floor(count / 9_000)}${1_000 + (((count % 9_000) * 7_919 + Number(areaCode) * 37) % 9_000)}`;
  };
}
export type Directory = ReturnType<typeof createDirectory>;
