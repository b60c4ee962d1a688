/** The calls of the consumer catalog (CALL-253 to CALL-274). Each but the public ones takes the token of a catalog account. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import {
  AreaCode,
  Count,
  createListSchema,
  createNameSchema,
  createPageSizeSchema,
  createSearchSchema,
  createTextSchema,
  Email,
  Id,
  Key,
  MessageReply,
  Page,
  PageMeta,
  PhoneInput,
} from '../core/schema.ts';
import { SubscriptionRequest } from '../core/subscription.ts';
import {
  CatalogFile,
  CatalogInvitation,
  CatalogNumber,
  CatalogOffer,
  CatalogProfile,
  CatalogReview,
  CatalogSignIn,
  CatalogUsage,
  ReviewCounts,
  reviewStates,
  StaffReview,
} from './entities.ts';
import { accountNumbers, accountPasswordCharacters, invitationsPerPage } from './limits.ts';

const Password = z
  .string()
  .check(z.minLength(accountPasswordCharacters, `At least ${accountPasswordCharacters} characters`), z.maxLength(200, 'At most 200 characters'));
const TypedPassword = z.string().check(z.minLength(1, 'Required'), z.maxLength(200, 'At most 200 characters'));
const Code = z.string().check(z.regex(/^\d{6}$/, 'A code has 6 digits'));
const Provider = createTextSchema(40);
const Rating = z.int('A whole number').check(z.gte(1, 'From 1 to 5'), z.lte(5, 'From 1 to 5'));
const ReviewText = createTextSchema(1_000).check(z.refine((text) => !/<[a-z!/?]/i.test(text), 'Use plain text, without HTML'));
const NoMeta = z.object({ total: z.number() });
const Offers = createListSchema(CatalogOffer, NoMeta);
const Numbers = createListSchema(CatalogNumber, NoMeta);
const AreaQuery = { areaCode: z.optional(AreaCode) };

export const routes = {
  register: route('POST /caddy/auth/register', {
    access: 'public',
    body: z.object({
      /** `email` or `phone_number` (AMB-103). */
      provider: Provider,
      code: z.optional(Code),
      credentials: z.object({ email: z.optional(Email), password: z.optional(Password), phoneNumber: z.optional(PhoneInput) }),
    }),
    reply: CatalogSignIn,
    keepsSession: true,
    tokens: true,
    perMinute: 30,
    spec: 'CALL-253',
    summary: 'Signs up in two steps: without a code one is sent, with it the account is made. 409 where there is one',
  }),
  login: route('POST /caddy/auth/login', {
    access: 'public',
    body: z.object({
      provider: Provider,
      code: z.optional(Code),
      credentials: z.object({ email: z.optional(Email), password: z.optional(TypedPassword), phoneNumber: z.optional(PhoneInput) }),
    }),
    reply: CatalogSignIn,
    keepsSession: true,
    tokens: true,
    perMinute: 30,
    spec: 'CALL-254',
    summary: 'Signs in in two steps: without a code one is sent, with it a session begins',
  }),
  offers: route('GET /caddy/catalog', {
    access: 'account',
    reply: Offers,
    spec: 'CALL-255',
    summary: 'Numbers that are held for the account now',
  }),
  random: route('GET /caddy/catalog/random', {
    access: 'account',
    query: AreaQuery,
    reply: Offers,
    changes: true,
    callsProvider: true,
    perMinute: 30,
    spec: 'CALL-256',
    summary: 'Offers other numbers of the carrier’s stock, held for 10 minutes; those offered before are let go',
  }),
  replace: route('POST /caddy/catalog/replace', {
    access: 'account',
    body: z.object({ id: Id, ...AreaQuery }),
    reply: Offers,
    callsProvider: true,
    perMinute: 30,
    spec: 'CALL-257',
    summary: 'Offers another number in place of one',
  }),
  add: route('POST /caddy/catalog/add', {
    access: 'account',
    body: z.object(AreaQuery),
    reply: Offers,
    callsProvider: true,
    perMinute: 30,
    spec: 'CALL-258',
    summary: 'Offers one more number',
  }),
  removeNumber: route('DELETE /caddy/numbers/{id}', {
    access: 'account',
    params: { id: Id },
    spec: 'CALL-259',
    summary: 'Gives a number back at once',
  }),
  activate: route('PUT /caddy/numbers/activate', {
    access: 'account',
    body: z.object({
      /** Offers and numbers of the account: all that are to be active. */
      ids: z.array(Id).check(z.maxLength(accountNumbers, `Up to ${accountNumbers} numbers`)),
      /** Active numbers that the person was told will be turned off; needed where `ids` is empty. */
      count: z.optional(Count),
    }),
    reply: Numbers,
    callsProvider: true,
    perMinute: 60,
    spec: 'CALL-260',
    summary: 'Makes these numbers the active ones, and buys those that were offered; all others are removed in 30 days',
  }),
  numbers: route('GET /caddy/numbers', { access: 'account', reply: Numbers, spec: 'CALL-261', summary: 'Numbers of the account' }),
  profile: route('GET /caddy/profile', { access: 'account', reply: CatalogProfile, spec: 'CALL-262', summary: 'The profile of the account' }),
  saveProfile: route('PUT /caddy/profile', {
    access: 'account',
    body: z.object({ name: createNameSchema(100) }),
    reply: CatalogProfile,
    spec: 'CALL-263',
    summary: 'Changes the name of the account',
  }),
  changePassword: route('PUT /caddy/auth/password', {
    access: 'account',
    body: z.object({ currentPassword: z.optional(TypedPassword), password: Password }),
    reply: MessageReply,
    callsProvider: true,
    perMinute: 30,
    spec: 'CALL-264',
    summary: 'Changes the password and ends the other sessions of the account',
  }),
  sendResetCode: route('POST /caddy/auth/password/reset/code', {
    access: 'public',
    body: z.object({ email: Email }),
    reply: MessageReply,
    tokens: true,
    perMinute: 30,
    spec: 'CALL-265',
    summary: 'Mails a code to set a new password, alike for known and unknown addresses',
  }),
  resetPassword: route('POST /caddy/auth/password/reset', {
    access: 'public',
    body: z.object({ email: Email, code: Code, password: Password }),
    reply: MessageReply,
    keepsSession: true,
    tokens: true,
    perMinute: 30,
    spec: 'CALL-266',
    summary: 'Sets a new password by a mailed code and ends every session of the account',
  }),
  endSession: route('DELETE /caddy/auth/session', {
    access: 'account',
    callsProvider: true,
    keepsSession: true,
    spec: 'ours',
    summary: 'Signs out: the token of this call is worth nothing from then on',
  }),
  deleteAccount: route('DELETE /caddy/accounts', {
    access: 'account',
    callsProvider: true,
    spec: 'CALL-272',
    summary: 'Deletes the account; its numbers are held back for 30 days before they are given back',
  }),
  inactivity: route('GET /caddy/inactivity', {
    access: 'account',
    reply: z.object({ lastActiveAt: z.string(), willBeRemovedAt: z.nullable(z.string()) }),
    spec: 'CALL-273',
    summary: 'The last use of the account, and the day its next inactive number is removed',
  }),
  usage: route('GET /caddy/billing/usage', {
    access: 'account',
    reply: CatalogUsage,
    spec: 'CALL-267',
    summary: 'Use of the account this month; its channel (`private-account-{id}`) says when it changes',
  }),
  invite: route('POST /caddy/invitations', {
    access: 'account',
    body: z.object({
      phoneNumber: PhoneInput,
      /** The same key again is the same invitation. */
      key: z.optional(Key),
    }),
    reply: CatalogInvitation,
    callsProvider: true,
    perMinute: 30,
    spec: 'CALL-268',
    summary: 'Invites a person by text: five a day, each number once, by the hours of who gets it, never after STOP',
  }),
  invitations: route('GET /caddy/invitations', {
    access: 'account',
    query: { page: Page, perPage: createPageSizeSchema(invitationsPerPage, invitationsPerPage) },
    reply: createListSchema(CatalogInvitation, PageMeta),
    spec: 'CALL-269',
    summary: 'Invitations of the account, the latest first',
  }),
  reviews: route('GET /caddy/reviews', {
    access: 'account',
    reply: createListSchema(CatalogReview, NoMeta),
    spec: 'CALL-270',
    summary: 'The latest 200 published reviews and the account’s own',
  }),
  review: route('POST /caddy/reviews', {
    access: 'account',
    body: z.object({ rating: Rating, text: ReviewText }),
    reply: CatalogReview,
    perMinute: 10,
    spec: 'CALL-271',
    summary: 'Writes the account’s review, in place of that of before; others see it once staff have read it',
  }),
  staffReviews: route('GET /staff/catalog/reviews', {
    access: 'staff',
    query: {
      state: z._default(z.enum(reviewStates), 'pending'),
      q: z.optional(createSearchSchema(100)),
      page: Page,
      perPage: createPageSizeSchema(50, 200),
    },
    reply: createListSchema(StaffReview, z.object({ ...PageMeta.shape, counts: ReviewCounts })),
    spec: 'ours',
    summary: 'Reviews that staff have to read, the longest waiting first, or have decided on, the latest first; `counts` are those of each state',
  }),
  decideReview: route('PUT /staff/catalog/reviews/{id}', {
    access: 'staff',
    params: { id: Id },
    body: z.object({ state: z.enum(reviewStates), revision: Count }),
    reply: StaffReview,
    spec: 'ours',
    summary: 'Publishes or rejects a review, or has it wait again; refused where its text has changed since it was read',
  }),
  uploadFiles: route('POST /caddy/support/upload-file', {
    access: 'account',
    body: z.object({
      /** The same key again is the same upload. */
      key: z.optional(Key),
    }),
    multipart: true,
    files: ['files'],
    reply: createListSchema(CatalogFile, NoMeta),
    callsProvider: true,
    perMinute: 10,
    spec: 'CALL-274',
    summary: 'Sends files to support, by mail; kept for 30 days',
  }),
  channelAuth: route('POST /caddy/realtime/auth', {
    access: 'account',
    body: SubscriptionRequest,
    reply: z.object({ auth: z.string() }),
    callsProvider: true,
    keepsSession: true,
    perMinute: 600,
    spec: 'ours',
    summary: 'Signs the subscription to the account’s own channel',
  }),
};
