/** The token of a mailed link, between the address and the form. */

let mailedToken: string | null = null;

/** Keeps the token of an opened link until the form has it. */
export const storeToken = (token: string): void => {
  mailedToken = token;
};
export function consumeToken(): string | null {
  const token = mailedToken;
  mailedToken = null;
  return token;
}
