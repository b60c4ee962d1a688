/** Secrets of integrations at rest: sealed for their company, so that one moved to another company's row opens nothing. */
import type { Services } from '../../services.ts';

const getPurpose = (company: number) => `integration of company ${company}`;

/** Seals a secret for the database. */
export const sealSecret = ({ sealer }: Pick<Services, 'sealer'>, company: number, secret: string): string => sealer.seal(getPurpose(company), secret);

/** Opens a sealed secret; null where it was sealed for another company, or under another KEYLINE_SECRET. */
export const openSecret = ({ sealer }: Pick<Services, 'sealer'>, row: { readonly company_id: number; readonly secret: string }): string | null =>
  sealer.open(getPurpose(row.company_id), row.secret);

/** What is said of one that can't be opened. */
export const unreadableSecret = 'The saved API secret can’t be read. Enter it again.';
