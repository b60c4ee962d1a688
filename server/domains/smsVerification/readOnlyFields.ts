/** Fields of a registration that only the server writes, sent back by a client: as they were shown, or refused. */
import { isDeepStrictEqual } from 'node:util';
import type { RouteBody } from '#contract/core/route.ts';
import { toSnakeCase } from '#contract/core/wire.ts';
import type { routes } from '#contract/index.ts';
import type { SmsVerification } from '#contract/smsVerification/entities.ts';
import { AppError } from '../../http/errors.ts';

type Calls = (typeof routes)['smsVerification'];
type Fields = Readonly<Record<string, unknown>>;

const readOnly = (field: string, message = 'Read-only. Send it as it was shown, or leave it out.') => new AppError('invalid', { field, message });

/** Checks that each value is the stored one; a part of an object may be left out, as blank values are. */
function isSame(sent: unknown, stored: unknown): boolean {
  if (Array.isArray(sent)) return Array.isArray(stored) && sent.length === stored.length && sent.every((each, at) => isSame(each, stored[at]));
  if (typeof sent !== 'object' || sent === null) return isDeepStrictEqual(sent, stored);
  const before: Fields = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  return Object.entries(sent).every(([name, value]) => value === undefined || isSame(value, before[name] ?? null));
}

function assertSame(sent: Fields, stored: Fields, names: readonly string[], place = ''): void {
  const other = names.find((name) => sent[name] !== undefined && !isSame(sent[name], stored[name]));
  if (other !== undefined) throw readOnly(`${place}${toSnakeCase(other)}`);
}

const brandNames = ['id', 'isDraft', 'status', 'isShared', 'isOwn'] as const;

const changed = (field: string) => new AppError('conflict', { field, message: 'This registration was changed since it was read. Load it again.' });

/** Refuses what differs from the registration as it is shown. Fields that the carrier, or another company, may have changed since are a conflict. */
export function assertShown({ brand, campaign, ...sent }: RouteBody<Calls['update']>, stored: SmsVerification): void {
  const differs = (own: Fields, shown: Fields, name: string) => own[name] !== undefined && !isSame(own[name], shown[name]);
  const moved = ['updatedAt', 'status', 'rejections', 'fees'].find((name) => differs(sent, { ...stored }, name));
  if (moved !== undefined) throw changed(toSnakeCase(moved));
  const movedBrand = ['isDraft', 'status', 'isShared'].find((name) => differs(brand, { ...stored.brand }, name));
  if (movedBrand !== undefined) throw changed(`brand.${toSnakeCase(movedBrand)}`);
  assertSame(sent, { ...stored }, ['id', 'isSubmitted', 'optInPageUrl', 'createdAt']);
  assertSame(brand, { ...stored.brand }, ['id', 'isOwn'], 'brand.');
  assertSame(campaign, { ...stored.campaign }, ['isDraft'], 'campaign.');
}

/** The same of a registration that is created: a brand it does not join is a draft, and so is the campaign. */
export function assertNew({ brand, campaign, brandId }: RouteBody<Calls['create']>): void {
  assertSame(campaign, { isDraft: true }, ['isDraft'], 'campaign.');
  if (brandId === undefined) assertSame(brand, { isDraft: true, status: 'draft', isShared: false, isOwn: true }, brandNames, 'brand.');
  else assertSame(brand, { id: brandId }, ['id'], 'brand.');
}

/** A brand's own fields, without what only the server writes. */
export const toBrandDetails = ({
  id: _id,
  isDraft: _isDraft,
  status: _status,
  isShared: _isShared,
  isOwn: _isOwn,
  ...details
}: RouteBody<Calls['create']>['brand']) => details;
