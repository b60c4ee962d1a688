/** Calls over the rules of integrations (ours): one line for each kind of event, by which a call is told or left out. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { Id } from '../core/schema.ts';
import { maxRuleLength } from '../text/callRule.ts';
import { ConversionRules, RuleTrial } from './entities.ts';
import { callKinds } from './enums.ts';
import { integrationLimits as limits } from './limits.ts';

const one = { company: 'path.companyId', params: { companyId: Id, id: Id } } as const;

/** A search of calls (`parseRule`). */
const RuleLine = z.string().check(z.trim(), z.minLength(1, 'Enter a rule'), z.maxLength(maxRuleLength, `Use ${maxRuleLength} characters or fewer`));

export const ruleRoutes = {
  setRule: route('PUT /companies/{companyId}/conversion-rules/{id}', {
    access: 'integrations.manage',
    ...one,
    body: z.object({ kind: z.enum(callKinds), rule: z.optional(RuleLine) }),
    perMinute: 60,
    reply: ConversionRules,
    spec: 'ours',
    summary: 'Sets by which rule calls of a kind are told at an integration from now on; without one all of them are told',
  }),
  tryRule: route('GET /companies/{companyId}/conversion-rules/{id}/trial', {
    access: 'integrations.read',
    ...one,
    query: { kind: z.enum(callKinds), rule: RuleLine },
    perMinute: 60,
    reply: RuleTrial,
    spec: 'ours',
    summary: `Counts the calls of the last ${limits.forecastDays} days that would have been told by a rule, before it is set`,
  }),
};
