/** Statuses of registrations at the carrier. */
import * as z from 'zod/mini';
import type { SmsStatus } from '#contract/smsVerification/enums.ts';

/** The carrier's statuses in our words. */
export const brandStatuses: Readonly<Record<string, SmsStatus>> = {
  PENDING: 'pending',
  IN_REVIEW: 'in_review',
  APPROVED: 'approved',
  FAILED: 'rejected',
  SUSPENDED: 'suspended',
  DELETION_PENDING: 'expired',
};
export const campaignStatuses: Readonly<Record<string, SmsStatus>> = {
  PENDING: 'pending',
  IN_PROGRESS: 'in_review',
  VERIFIED: 'approved',
  FAILED: 'rejected',
  SUSPENDED: 'suspended',
  EXPIRED: 'expired',
};
export const tollFreeStatuses: Readonly<Record<string, SmsStatus>> = {
  PENDING_REVIEW: 'pending',
  IN_REVIEW: 'in_review',
  TWILIO_APPROVED: 'approved',
  TWILIO_REJECTED: 'rejected',
};

const CarrierErrors = z.array(
  z.object({
    error_code: z.optional(z.nullable(z.union([z.number(), z.string()]))),
    code: z.optional(z.nullable(z.union([z.number(), z.string()]))),
    description: z.optional(z.nullable(z.string())),
    message: z.optional(z.nullable(z.string())),
    reason: z.optional(z.nullable(z.string())),
  }),
);

/** The first of the carrier's errors that says something. */
export function readErrors(errors: unknown): { readonly code: string | null; readonly reason: string | null } {
  const [first] = CarrierErrors.safeParse(errors).data ?? [];
  const code = first?.error_code ?? first?.code ?? null;
  return { code: code === null ? null : String(code), reason: first?.description ?? first?.message ?? first?.reason ?? null };
}

/** Why a brand was rejected, by the registry's word for it. */
export const feedbackText: Readonly<Record<string, string>> = {
  TAX_ID: 'The EIN and the legal name don’t match the tax registration',
  STOCK_SYMBOL: 'The ticker doesn’t match the company',
  NONPROFIT: 'The organization isn’t registered as a non-profit',
  GOVERNMENT_ENTITY: 'The organization isn’t known as a government entity',
};
