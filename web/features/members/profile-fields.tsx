import { Stack, Textarea, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ChoiceField } from '#web/ui/fields/choice-field.tsx'
import { TextInput } from '#web/ui/fields/text-field.tsx'
import { m } from '#words/messages.js'
import { CityOfPostCode } from './city-of-post-code.tsx'
import styles from './profile-form.module.css'
import type { ProfileValues } from './profile-values.ts'
import { countryChoices } from './words.ts'
import { fieldName, genderChoices, languageChoices } from './profile-words.ts'

interface Props {
  form: UseFormReturnType<ProfileValues>
  /** Omitted for people without a sign-in. */
  email?: string | null
  /** Makes the address required and focuses it. */
  addressRequired?: boolean
  aboveAddress?: ReactNode
  withAddress?: boolean
  /** Shows the club's notes. */
  withComments?: boolean
}

export function ProfileFields(props: Props) {
  const { form, email, addressRequired = false, aboveAddress, withAddress = true, withComments = false } = props
  // Browsers autofill the user's own details, not those of a participant.
  const own = (name: string) => (email === undefined ? 'off' : name)
  return (
    <Stack gap="xl">
      <Stack component="section" gap="md" aria-labelledby="profile-person">
        <Title order={2} size="h3" id="profile-person">
          {m.profile_section_person()}
        </Title>
        <div className={styles.pair}>
          <TextInput
            label={fieldName('firstName')}
            required
            autoComplete={own('given-name')}
            key={form.key('firstName')}
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={fieldName('lastName')}
            required
            autoComplete={own('family-name')}
            key={form.key('lastName')}
            {...form.getInputProps('lastName')}
          />
          <TextInput
            label={fieldName('dateOfBirth')}
            type="date"
            min="1900-01-01"
            autoComplete={own('bday')}
            key={form.key('dateOfBirth')}
            {...form.getInputProps('dateOfBirth')}
          />
          <ChoiceField
            label={fieldName('gender')}
            data={genderChoices()}
            key={form.key('gender')}
            {...form.getInputProps('gender')}
          />
        </div>
      </Stack>

      <Stack component="section" gap="md" aria-labelledby="profile-contact">
        <Title order={2} size="h3" id="profile-contact">
          {m.profile_section_contact()}
        </Title>
        <div className={styles.pair}>
          <TextInput
            label={fieldName('phone')}
            type="tel"
            autoComplete={own('tel')}
            key={form.key('phone')}
            {...form.getInputProps('phone')}
          />
          <ChoiceField
            label={fieldName('language')}
            data={languageChoices()}
            key={form.key('language')}
            {...form.getInputProps('language')}
          />
        </div>
        {email !== undefined && (
          <TextInput
            label={m.profile_email()}
            description={m.profile_email_explained()}
            value={email ?? m.profile_email_none()}
            readOnly
            variant="filled"
          />
        )}
      </Stack>

      <Stack component="section" gap="md" aria-labelledby="profile-address">
        <Title order={2} size="h3" id="profile-address">
          {m.profile_address()}
        </Title>
        {aboveAddress}
        {withAddress && <AddressFields form={form} own={own} required={addressRequired} />}
      </Stack>

      {withComments && <CommentsField form={form} />}
    </Stack>
  )
}

interface AddressProps extends Pick<Props, 'form'> {
  /** The name of a value that a browser fills in; `off` for somebody else's. */
  own: (name: string) => string
  required: boolean
}

function AddressFields({ form, own, required }: AddressProps) {
  const firstField = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState(form.getValues().address)
  // The form keeps its own values, so the fields report theirs.
  const follow = () => setAddress(form.getValues().address)
  form.watch('address.PostCode', follow)
  form.watch('address.City', follow)
  form.watch('address.Country', follow)
  // The dialog focuses the field without scrolling, which can leave it off-screen on phones.
  useEffect(() => {
    if (required) firstField.current?.scrollIntoView({ block: 'nearest' })
  }, [required])
  return (
    <>
      <TextInput
        ref={firstField}
        label={fieldName('address.AddressLine1')}
        required={required}
        data-autofocus={required || undefined}
        classNames={{ input: styles.begin ?? '' }}
        placeholder={m.address_street()}
        autoComplete={own('address-line1')}
        key={form.key('address.AddressLine1')}
        {...form.getInputProps('address.AddressLine1')}
      />
      <div className={styles.pair}>
        <TextInput
          label={fieldName('address.AddressLine2')}
          autoComplete={own('address-line2')}
          key={form.key('address.AddressLine2')}
          {...form.getInputProps('address.AddressLine2')}
        />
        <TextInput
          label={fieldName('address.AddressLine3')}
          autoComplete={own('address-line3')}
          key={form.key('address.AddressLine3')}
          {...form.getInputProps('address.AddressLine3')}
        />
        <TextInput
          label={fieldName('address.PostCode')}
          required={required}
          inputMode="numeric"
          autoComplete={own('postal-code')}
          key={form.key('address.PostCode')}
          {...form.getInputProps('address.PostCode')}
        />
        <TextInput
          label={fieldName('address.City')}
          required={required}
          autoComplete={own('address-level2')}
          {...form.getInputProps('address.City')}
          // With a key as the others it would be another input, without the focus, once its post code fills it in.
          defaultValue={undefined}
          value={address.City}
        />
      </div>
      <CityOfPostCode
        country={address.Country}
        postCode={address.PostCode}
        city={address.City}
        onCity={(city) => form.setFieldValue('address.City', city)}
      />
      <ChoiceField
        label={fieldName('address.Country')}
        required={required}
        data={[{ value: '', label: m.address_country_choose(), disabled: true }, ...countryChoices()]}
        autoComplete={own('country-name')}
        key={form.key('address.Country')}
        {...form.getInputProps('address.Country')}
      />
    </>
  )
}

const CommentsField = ({ form }: { form: UseFormReturnType<ProfileValues> }) => (
  <Textarea
    label={fieldName('comments')}
    description={m.profile_comments_explained()}
    rows={4}
    key={form.key('comments')}
    {...form.getInputProps('comments')}
  />
)
