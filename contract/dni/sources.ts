/** The sources a pool can be for, in their precedence (AMB-120): landing parameter, then referrer, then referrer group, then always. */
import type { DniSource } from './entities.ts';
import { clickParameters, type DniSourceId, type DniSourceStep, dniSourceIds, dniSourceLabel, dniSourceSteps } from './enums.ts';

const steps: Readonly<Record<DniSourceId, DniSourceStep>> = {
  landing_parameter: 'landing',
  google_ads: 'landing',
  microsoft_ads: 'landing',
  meta_ads: 'landing',
  referral: 'referrer',
  organic: 'referrer_group',
  direct: 'referrer_group',
  always: 'always',
};

/** True for a source that is nothing without a value. */
export const needsValue = (source: DniSourceId): boolean => source === 'landing_parameter';
/** True for a source that may have a value: a parameter, or a site. */
export const canHaveValue = (source: DniSourceId): boolean => source === 'landing_parameter' || source === 'referral';

const listParameters = (source: DniSourceId): readonly string[] =>
  source === 'google_ads' || source === 'microsoft_ads' || source === 'meta_ads' ? clickParameters[source] : [];

/** All of them. */
export const dniSources: readonly DniSource[] = dniSourceIds.map((id) => ({
  id,
  name: dniSourceLabel[id],
  step: steps[id],
  precedence: dniSourceSteps.indexOf(steps[id]) + 1,
  parameters: [...listParameters(id)],
  needsValue: needsValue(id),
  canHaveValue: canHaveValue(id),
}));
