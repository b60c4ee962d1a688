/** Brands of organizations and companies: colors and raster pictures only (SAFETY.md). */
import * as z from 'zod/mini';
import { createFormClearSchema, Flag } from '../core/schema.ts';

/** Fields of the form; the logo is its file `logo`. What is not named stays. */
export const Branding = z.object({
  accent: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'A color such as #3366cc'))),
  clear: createFormClearSchema(['accent']),
  removeLogo: z.optional(Flag),
});
export type Branding = z.output<typeof Branding>;

/** Part of a logo’s address: a new logo has a new address. */
export const LogoVersion = z.optional(z.string().check(z.regex(/^[0-9a-f-]{1,40}$/, 'The version of a logo')));

/** Bytes of a logo, at most: it is read with every list of companies. */
export const maxLogoBytes = 1_048_576;
