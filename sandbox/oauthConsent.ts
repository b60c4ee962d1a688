/** The side of a vendor in OAuth that is the same for all of them: the consent page, and the proof of who began (PKCE). */
import { createHash } from 'node:crypto';
import { escapeHtml, formatPage } from './page.ts';

interface Consent {
  readonly title: string;
  readonly scopes: readonly string[];
  /** Query of the request, handed on with the choice. */
  readonly asked: Readonly<Record<string, string | undefined>>;
  /** Name of the choice in the answer. */
  readonly field: string;
  /** Places that can be allowed; the first has the keyboard. */
  readonly choices: readonly { readonly id: string | number; readonly label: string }[];
}

/** The consent page: GET `choose` with the choice, empty where it was canceled. */
export function formatConsent({ title, scopes, asked, field, choices }: Consent): string {
  const hidden = Object.entries(asked).map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value ?? '')}">`);
  const buttons = choices.map(({ id, label }, at) => `<button name="${field}" value="${id}"${at === 0 ? ' autofocus' : ''}>${escapeHtml(label)}</button>`);
  const listed = scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`);
  return formatPage(
    title,
    `<p>It will be able to:</p><ul>${listed.join('')}</ul><form action="choose">${hidden.join('')}${buttons.join('')}<button name="${field}" value="">Cancel</button></form>`,
  );
}

/** True where the verifier is that of the challenge (S256), or there was none. */
export const fitsChallenge = (challenge: string | undefined, verifier: string | undefined): boolean =>
  challenge === undefined ||
  createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url') === challenge;
