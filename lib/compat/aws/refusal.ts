/** An expected failure with a status of its own, as Virtual Waiting Room on AWS answers it. */
export class AwsRefusal extends Error {
  override readonly name = "AwsRefusal";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
