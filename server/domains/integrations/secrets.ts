/** Secrets of integrations at rest: sealed for their company, so that one moved to another company's row opens nothing. */
import type { Services } from '../../services.ts';

const getPurpose = (company: number) => `integration of company ${company}`;

/** Seals a secret for the database. */
export const sealSecret = ({ sealer }: Pick<Services, 'sealer'>, company: number, secret: string): string => sealer.seal(getPurpose(company), secret);

/** Opens a sealed secret. Throws where it was sealed for another company or by another installation. */
export function openSecret({ sealer }: Pick<Services, 'sealer'>, row: { readonly company_id: number; readonly secret: string }): string {
  const secret = sealer.open(getPurpose(row.company_id), row.secret);
  if (secret === null) throw new Error('The secret of an integration can’t be opened: KEYLINE_SECRET is another one');
  return secret;
}
