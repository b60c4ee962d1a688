/** Organizations and companies of the demo world. The first company is the busy one. */
import type { Trade } from './trades.ts';

export const organizationNames = ['Northwind Holdings', 'Harbor Group', 'Atlas Local Partners'] as const;

export interface CompanyPlan {
  readonly name: string;
  /** Index in organizationNames. */
  readonly organization: 0 | 1 | 2;
  readonly timezone: string;
  readonly city: string;
  readonly state: string;
  /** Area codes in North America; elsewhere the pattern of numbers kept free for fiction, `#` a digit. */
  readonly numbers: { readonly areaCodes: readonly string[] } | { readonly ours: string; readonly theirs: string };
  readonly trade: Trade;
  readonly accent: string;
}

const accents = ['#1f9d57', '#2563eb', '#b45309', '#7c3aed', '#be123c', '#0f766e', '#a21caf', '#4d7c0f', '#c2410c', '#0369a1', '#6d28d9', '#15803d'];
const zones = {
  PT: 'America/Los_Angeles',
  MT: 'America/Denver',
  AZ: 'America/Phoenix',
  CT: 'America/Chicago',
  ET: 'America/New_York',
  AK: 'America/Anchorage',
  HI: 'Pacific/Honolulu',
  VAN: 'America/Vancouver',
  EDM: 'America/Edmonton',
  WPG: 'America/Winnipeg',
  TOR: 'America/Toronto',
  HFX: 'America/Halifax',
  NFL: 'America/St_Johns',
  LON: 'Europe/London',
  BER: 'Europe/Berlin',
  PAR: 'Europe/Paris',
  STO: 'Europe/Stockholm',
} as const;
/** Numbers that regulators keep free for film and print. */
const fiction = {
  LON: { ours: '+442079460###', theirs: '+441134960###' },
  BEL: { ours: '+4428964960##', theirs: '+4428964961##' },
  BER: { ours: '+493023125###', theirs: '+494066969###' },
  PAR: { ours: '+33199003###', theirs: '+33199007###' },
  STO: { ours: '+468465004##', theirs: '+463139006##' },
} as const;

const plans = `
Northwind Motors|0|PT|Los Angeles|CA|415|auto
Northwind Motors Portland|0|PT|Portland|OR|503|auto
Northwind Truck & Fleet|0|MT|Denver|CO|303|auto
Northwind Collision|0|PT|Oakland|CA|510|auto
Northwind Powersports|0|AZ|Mesa|AZ|480|auto
Harbor Freight Dental|1|ET|Baltimore|MD|410|dental
Harbor View Veterinary|1|ET|Portland|ME|207|vet
Adams Landscaping|1|CT|Austin|TX|512|home
Beacon Hill Law|1|ET|Boston|MA|617|law
Cedar Ridge Dental|1|CT|Nashville|TN|615|dental
Blue Heron Realty|1|ET|Tampa|FL|813|realty
Copper Canyon HVAC|1|AZ|Phoenix|AZ|602|home
Dogwood Animal Clinic|1|ET|Charlotte|NC|704|vet
Evergreen Roofing|1|PT|Seattle|WA|206|home
Foxglove Spa & Salon|1|CT|Chicago|IL|312|salon
Granite State Plumbing|1|ET|Manchester|NH|603|home
Juniper Family Medicine|1|MT|Boise|ID|208|clinic
Kodiak Air Charter|1|AK|Anchorage|AK|907|travel
Lakeshore Orthodontics|1|CT|Milwaukee|WI|414|dental
Mauna Kea Surf School|1|HI|Hilo|HI|808|travel
Magnolia Inn & Suites|1|CT|New Orleans|LA|504|hotel
Old Mill Storage|1|ET|Columbus|OH|614|storage
Pine & Palm Realty|1|ET|Miami|FL|305|realty
Quarry Lane Fitness|1|CT|Minneapolis|MN|612|fitness
Redwood Physical Therapy|1|PT|San Diego|CA|619|clinic
Silver Spur Self Storage|1|MT|Albuquerque|NM|505|storage
Tidewater Insurance|1|ET|Norfolk|VA|757|insurance
Whistler Peak Rentals|2|VAN|Whistler|BC|604|travel
Prairie Sky Chiropractic|2|EDM|Calgary|AB|403|clinic
Red River Appliance|2|WPG|Winnipeg|MB|204|home
Maple Street Optometry|2|TOR|Toronto|ON|416|clinic
Zenith Moving & Storage|2|TOR|Ottawa|ON|613|storage
Bluenose Boatyard|2|HFX|Halifax|NS|902|auto
Signal Hill Guesthouse|2|NFL|St. John’s|NL|709|hotel
Thames & Tyne Lettings|2|LON|London|England|LON|realty
Yorkshire Tea Rooms|2|LON|Leeds|England|LON|hotel
Lagan Cycles|2|LON|Belfast|Northern Ireland|BEL|fitness
Bäckerei Vogelsang|2|BER|Berlin|Berlin|BER|hotel
Clinique Beaumarché|2|PAR|Paris|Île-de-France|PAR|clinic
Östermalm Tandvård|2|STO|Stockholm|Stockholm|STO|dental
`;

const isZone = (name: string): name is keyof typeof zones => Object.hasOwn(zones, name);
const isFiction = (name: string): name is keyof typeof fiction => Object.hasOwn(fiction, name);

function createPlan(line: string, index: number): CompanyPlan {
  const [name = '', organization, zone = '', city = '', state = '', numbers = '', trade] = line.split('|');
  if (!isZone(zone)) throw new Error(`${name} has no time zone`);
  return {
    name,
    organization: Number(organization) as 0 | 1 | 2,
    timezone: zones[zone],
    city,
    state,
    numbers: isFiction(numbers) ? fiction[numbers] : { areaCodes: [numbers] },
    trade: trade as Trade,
    accent: accents[index % accents.length] ?? '#1f9d57',
  };
}

/** The forty companies, in the order of their ids. */
export const companyPlans: readonly CompanyPlan[] = plans.trim().split('\n').map(createPlan);

/** A company's name in addresses. */
export const toSlug = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
