/** The brand of a company: its own, else its organization's, else the product's. */
import { type RawBuilder, sql } from 'kysely';

/** The color of who has none. */
export const defaultAccent = '#4f46e5';

/** The accent of a company in a query that joins its organization; the names are those of the two tables there. */
export const selectAccent = (companies: string, organizations: string): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${companies}.accent`)}, ${sql.ref(`${organizations}.accent`)}, ${sql.lit(defaultAccent)})`;

/** Logo owner, and the key of its file. */
interface LogoRow {
  readonly id: number;
  readonly logoKey: string | null;
  readonly organizationId: number | null;
  readonly organizationLogoKey: string | null;
}

/** Formats the version of a logo: the random part of its key. */
const getVersion = (key: string) => /([0-9a-f-]{36})\.\w+$/.exec(key)?.[1] ?? '';

/** The address of an organization's logo, from the root; null where it has none. */
export const formatOrganizationLogoUrl = (id: number, key: string | null): string | null =>
  key === null ? null : `/api/business-units/${id}/logo?v=${getVersion(key)}`;

/** The address of a company's logo, or of its organization's. */
export function formatLogoUrl({ id, logoKey, organizationId, organizationLogoKey }: LogoRow): string | null {
  if (logoKey !== null) return `/api/company/${id}/logo?v=${getVersion(logoKey)}`;
  return organizationId === null ? null : formatOrganizationLogoUrl(organizationId, organizationLogoKey);
}
