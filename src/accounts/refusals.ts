import { declareRefusals } from '#platform/route.ts'

export const refusals = declareRefusals({
  credentials_wrong: [400, 'The e-mail or user code and the password do not match.'],
  token_required: [400, 'Logging in without a password needs a token that proves who you are.'],
  login_method_unavailable: [400, 'This way to log in is not available here.'],
  handoff_invalid: [400, 'This link was used already or has expired. Please log in.'],
  issuer_unavailable: [
    502,
    'The place that you wanted to log in with does not answer. Please try again later.',
  ],
  sign_in_stale: [400, 'This login was finished already or took too long. Please begin again.'],
  sign_in_declined: [400, 'The login was not finished. Please try again.'],
  sign_in_refused: [400, 'What came back did not fit this login. Please begin again.'],
  email_unverified: [403, 'Your e-mail address is not confirmed there, so it says nothing about you here.'],
  linked_elsewhere: [403, 'This e-mail belongs to another login here. Please ask the school.'],
  owner_sign_in: [403, 'Owners of the school do not log in this way.'],
  awaiting_acceptance: [403, 'The school has not accepted your registration yet.'],
  account_suspended: [403, 'The school has suspended your access. Please contact the school.'],
  email_taken: [409, 'Somebody is registered here with this e-mail address already.'],
  user_code_taken: [409, 'Somebody of this school has this user code already.'],
  registration_closed: [403, 'This school does not take registrations. Ask the school for an invitation.'],
  invitation_invalid: [
    400,
    'This invitation was used or withdrawn, or has expired. Please ask for a new one.',
  ],
  invitation_closed: [409, 'This invitation was accepted or withdrawn already.'],
  token_invalid: [400, 'This link was used already or has expired. Please ask for a new one.'],
  current_password_wrong: [400, 'The current password is not right.'],
  own_standing: [403, 'Nobody can change their own role or access.'],
  owner_only: [403, 'Only an owner of the school can do this.'],
  last_owner: [409, 'A school keeps at least one owner.'],
})
