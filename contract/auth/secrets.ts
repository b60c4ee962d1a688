/** Secrets that people choose or read off: one schema for all calls that ask for them. */
import * as z from 'zod/mini';

/** A password that is chosen. Its strength is judged by the server. */
export const NewPassword = z.string().check(z.minLength(10, 'At least 10 characters'), z.maxLength(200, 'Use 200 characters or fewer'));

/** Six digits of an authenticator, or a recovery code such as `7f3k-9qmd`. */
export const MfaCode = z.string().check(z.trim(), z.minLength(6, 'Six digits, or a recovery code'), z.maxLength(20));
