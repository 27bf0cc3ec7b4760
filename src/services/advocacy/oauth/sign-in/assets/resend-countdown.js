// Disables "Resend" until another code can be sent, and counts down.
const resendButton = document.querySelector('button[data-wait-seconds]');
const wait = document.getElementById('wait');

if (resendButton && wait) {
  // By the clock, because timers pause in background tabs.
  const end = Date.now() + Number(resendButton.dataset.waitSeconds) * 1000;

  const update = () => {
    const seconds = Math.ceil((end - Date.now()) / 1000);
    const isOver = seconds <= 0;
    resendButton.disabled = !isOver;
    resendButton.textContent = isOver ? 'Resend code' : 'Resend';
    wait.hidden = isOver;
    // Longer waits stay as the server wrote them.
    if (!isOver && seconds < 60) wait.textContent = `in 0:${String(seconds).padStart(2, '0')}`;
    if (!isOver) setTimeout(update, 250);
  };
  update();
}
