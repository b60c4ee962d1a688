/** The screens, by their place; they come together, with the account: each is a kilobyte or two. */
import type { ComponentType } from 'react';
import AccountScreen from './AccountScreen.tsx';
import InvitationsScreen from './InvitationsScreen.tsx';
import NumbersScreen from './NumbersScreen.tsx';
import type { PlaceId } from './places.ts';
import ReviewsScreen from './ReviewsScreen.tsx';
import SupportScreen from './SupportScreen.tsx';
import UsageScreen from './UsageScreen.tsx';

export const screens: Readonly<Record<PlaceId, ComponentType>> = {
  numbers: NumbersScreen,
  usage: UsageScreen,
  invitations: InvitationsScreen,
  reviews: ReviewsScreen,
  account: AccountScreen,
  support: SupportScreen,
};
