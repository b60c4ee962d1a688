/** Plans (spec 2.3): nine codes, of which the legacy one is kept and never sold (AMB-59). What each costs is the card vendor's, by these codes. */

export const planCodes = [
  'unlimited_legacy',
  'starter_monthly',
  'starter_yearly',
  'unlimited_monthly',
  'unlimited_yearly',
  'premium_monthly',
  'premium_yearly',
  'deluxe_monthly',
  'deluxe_yearly',
] as const;
export type PlanCode = (typeof planCodes)[number];

/** Plans that can be taken. */
export const soldPlanCodes: readonly PlanCode[] = planCodes.filter((code) => code !== 'unlimited_legacy');

export const planLabel: Readonly<Record<PlanCode, string>> = {
  unlimited_legacy: 'Unlimited (legacy)',
  starter_monthly: 'Starter, monthly',
  starter_yearly: 'Starter, yearly',
  unlimited_monthly: 'Unlimited, monthly',
  unlimited_yearly: 'Unlimited, yearly',
  premium_monthly: 'Premium, monthly',
  premium_yearly: 'Premium, yearly',
  deluxe_monthly: 'Deluxe, monthly',
  deluxe_yearly: 'Deluxe, yearly',
};

/** Returns the period that a plan is paid by. */
export const getInterval = (code: PlanCode): 'month' | 'year' => (code.endsWith('_yearly') ? 'year' : 'month');

const tiers = ['starter', 'unlimited', 'premium', 'deluxe'] as const;
type Tier = (typeof tiers)[number];

/** Amounts a plan includes in a month; null: no limit. Numbers and users are limits, minutes and segments a measure. */
interface PlanAllowance {
  readonly numbers: number;
  readonly users: number;
  readonly minutes: number | null;
  readonly segments: number | null;
}

const allowances: Readonly<Record<Tier, PlanAllowance>> = {
  starter: { numbers: 5, users: 5, minutes: 1_000, segments: 1_000 },
  unlimited: { numbers: 150, users: 100, minutes: null, segments: 5_000 },
  premium: { numbers: 500, users: 250, minutes: null, segments: 25_000 },
  deluxe: { numbers: 12_000, users: 1_000, minutes: null, segments: null },
};

const getTier = (code: PlanCode): Tier => tiers.find((tier) => code.startsWith(tier)) ?? 'unlimited';

export const getAllowance = (code: PlanCode): PlanAllowance => allowances[getTier(code)];

/** Place of a plan among the others: a downsell goes to a lower one. */
export const getPlanRank = (code: PlanCode): number => tiers.indexOf(getTier(code));

/** Returns the yearly plan of the same tier; null for one that is yearly or is no longer sold. */
export function getYearlyPlan(code: PlanCode): PlanCode | null {
  const yearly = `${getTier(code)}_yearly`;
  return code.endsWith('_monthly') ? (planCodes.find((each) => each === yearly) ?? null) : null;
}

const listSamePeriod = (code: PlanCode) => soldPlanCodes.filter((each) => getInterval(each) === getInterval(code));

/** Plans a subscription can be downsold to. */
export const listDownsells = (code: PlanCode): readonly PlanCode[] => listSamePeriod(code).filter((each) => getPlanRank(each) < getPlanRank(code));

/** Plans a subscription can be upgraded to at once. */
export const listUpgrades = (code: PlanCode): readonly PlanCode[] => listSamePeriod(code).filter((each) => getPlanRank(each) > getPlanRank(code));

/** Amounts in use that a plan limits. */
interface InUse {
  readonly numbers: number;
  readonly users: number;
}

/** Returns what must go before a plan can be taken; null when it all fits. */
export function findExcess(code: PlanCode, inUse: InUse): string | null {
  const { numbers, users } = getAllowance(code);
  const parts = [
    ...(inUse.numbers > numbers ? [`${inUse.numbers - numbers} ${inUse.numbers - numbers === 1 ? 'number' : 'numbers'}`] : []),
    ...(inUse.users > users ? [`${inUse.users - users} ${inUse.users - users === 1 ? 'user' : 'users'}`] : []),
  ];
  return parts.length === 0 ? null : `Remove ${parts.join(' and ')} first: ${planLabel[code]} includes ${numbers} numbers and ${users} users`;
}
