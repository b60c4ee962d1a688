/** Campaigns: one text to a group (spec 1.7). Pause is a call; going on is saving with `queued` (AMB-34). */
import * as z from 'zod/mini';
import { limits } from '../core/limits.ts';
import { route } from '../core/route.ts';
import {
  Count,
  createLineSchema,
  createListSchema,
  createNameSchema,
  createPageSizeSchema,
  createSearchSchema,
  Flag,
  Id,
  Instant,
  OwnKey,
  Page,
  PageMeta,
} from '../core/schema.ts';
import { Campaign, CampaignEvent, CampaignReview, CampaignReviewRow } from './entities.ts';
import { campaignSorts, displayedStates, recipientStates, reviewLines, savedStates } from './enums.ts';
import { maxFallback } from './message.ts';

const one = { company: 'header', params: { id: Id } } as const;
const read = { access: 'campaigns.read', ...one } as const;
const send = { access: 'campaigns.send', ...one } as const;
const Search = z.optional(createSearchSchema(100));
const include = z.optional(z.literal('groups'));

/** Reads JSON in a text field of a form; what is none is no value of the schema. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const DynamicFields = z.pipe(
  z.pipe(z.string().check(z.maxLength(limits.jsonBytes)), z.transform(parseJson)),
  z
    .array(
      z.object({
        label: createLineSchema(100),
        token: z.string().check(z.maxLength(40)),
        length: z.optional(Count),
        enabled: Flag,
        fallback: z.optional(z.string().check(z.maxLength(maxFallback))),
      }),
    )
    .check(z.maxLength(10)),
);

const Text = z.optional(z.string().check(z.maxLength(10_000)));

/** One group id, alone or as a list of one. */
const Groups = z.pipe(
  z.pipe(
    z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
    z.transform((value) => (Array.isArray(value) ? value : [value])),
  ),
  z.array(Id).check(z.maxLength(1, 'A campaign goes to one group')),
);

const Media = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((value) => (Array.isArray(value) ? value : [value])),
  ),
  z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(limits.mediaFiles, `Up to ${limits.mediaFiles} files`)),
);

/**
 * A campaign as a form has it (ENT-124 to ENT-136): what is left out is empty, since blanks are not sent (RULE-043). Ours: `digest` of the review it was seen in,
 * `holdSeconds` for which it can be taken back, `firstPercent` of the group that gets it first, `version` that was edited, and new files in `media`.
 */
const fields = {
  title: createNameSchema(200),
  text: Text,
  unsubscribeText: Text,
  skipInbox: z.optional(Flag),
  groups: z.optional(Groups),
  shouldBeSentAt: z.optional(Instant),
  state: z._default(z.enum(savedStates), 'draft'),
  numberId: z.optional(Id),
  type: z.optional(z.literal('sms')),
  include,
  dynamicFields: z.optional(DynamicFields),
  media: z.optional(Media),
  digest: z.optional(z.string().check(z.maxLength(200))),
  holdSeconds: z.optional(z.coerce.number().check(z.multipleOf(1, 'A whole number'), z.gte(0), z.lte(limits.holdSecondsMax))),
  firstPercent: z.optional(z.coerce.number().check(z.multipleOf(1, 'A whole number'), z.gte(1), z.lte(50))),
};

export const routes = {
  list: route('GET /campaigns', {
    access: 'campaigns.read',
    company: 'query.company_id',
    query: {
      company_id: z.optional(Id),
      page: Page,
      size: createPageSizeSchema(13, 100),
      search: Search,
      include,
      filter: z.optional(z.enum(displayedStates)),
      sort: z._default(z.enum(campaignSorts), 'createdAt'),
      dir: z._default(z.enum(['asc', 'desc']), 'desc'),
    },
    reply: createListSchema(Campaign, PageMeta),
    spec: 'CALL-039',
    summary: 'Campaigns by page, 13 at first (RULE-121); `filter` is a displayed state (AMB-131); `search`, ours, looks in titles',
  }),
  get: route('GET /campaigns/{id}', { ...read, query: { include }, reply: Campaign, spec: 'CALL-040', summary: 'One campaign' }),
  create: route('POST /campaigns', {
    access: 'campaigns.write',
    company: 'header',
    multipart: true,
    files: ['media'],
    callsProvider: true,
    body: z.object({ ...fields, key: OwnKey }),
    reply: Campaign,
    perMinute: 60,
    spec: 'CALL-041',
    summary:
      'Creates a campaign: a draft, or one that is sent (`queued`, which takes the permission to send). Idempotent by key. A `digest` that no longer fits: 409, with what changed',
  }),
  update: route('POST /campaigns/{id}', {
    access: 'campaigns.write',
    ...one,
    multipart: true,
    files: ['media'],
    callsProvider: true,
    body: z.object({ ...fields, _method: z.literal('PATCH'), version: z.optional(z.coerce.number().check(z.multipleOf(1), z.gte(1))) }),
    reply: Campaign,
    perMinute: 120,
    spec: 'CALL-042',
    summary:
      'Saves a campaign whole, with the method override `_method=PATCH`; with `queued` it is sent, or a paused one goes on (AMB-34); with `draft` one that has not begun is a draft again',
  }),
  delete: route('DELETE /campaigns/{id}', {
    access: 'campaigns.write',
    ...one,
    spec: 'CALL-043',
    summary: 'Deletes a campaign; one that is being sent sends nothing more from then on, and takes the permission to send',
  }),
  pause: route('POST /campaigns/{id}/pause', {
    ...send,
    reply: Campaign,
    spec: 'CALL-044',
    summary: 'Pauses a campaign that is queued or being sent: once it is answered, no one else is texted',
  }),
  events: route('GET /campaigns/{id}/events', {
    ...read,
    query: { search: Search, status: z.optional(z.enum(recipientStates)), page: Page, size: createPageSizeSchema(10, 200) },
    reply: createListSchema(CampaignEvent, PageMeta),
    spec: 'CALL-045',
    summary: 'Recipients of a campaign and what became of their texts, by page, 10 at first; found by name or number',
  }),
  review: route('GET /campaigns/{id}/review', {
    ...read,
    reply: CampaignReview,
    perMinute: 60,
    spec: 'ours',
    summary: 'What sending the campaign would do now: who gets it, who later, who not and why, which adds up to the group; segments and cost',
  }),
  reviewRows: route('GET /campaigns/{id}/review/rows', {
    ...read,
    query: { line: z.optional(z.enum(reviewLines)), search: Search, page: Page, size: createPageSizeSchema(50, 200) },
    reply: createListSchema(CampaignReviewRow, PageMeta),
    perMinute: 120,
    spec: 'ours',
    summary: 'The people behind a line of the review, each with their text',
  }),
  ask: route('POST /campaigns/{id}/ask', {
    ...send,
    reply: Campaign,
    perMinute: 12,
    spec: 'ours',
    summary: 'Asks the carrier now about the texts that are not confirmed; what it says arrives as changes',
  }),
  resend: route('POST /campaigns/{id}/resend', {
    ...send,
    body: z.object({ count: Count }),
    reply: Campaign,
    perMinute: 12,
    spec: 'ours',
    summary: 'Sends the texts that are not confirmed once more, each as a new attempt: only a person decides this. Another count than there is: 409',
  }),
  restore: route('POST /campaigns/{id}/restore', {
    access: 'campaigns.write',
    ...one,
    reply: Campaign,
    spec: 'ours',
    summary: 'Brings a deleted campaign back; one that was queued or being sent comes back paused',
  }),
};
